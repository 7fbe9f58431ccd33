import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

/** Follows the messages of a PostgreSQL server (PostgreSQL, "Message Formats"). */
class ServerMessages {
  private header: Array<number> = [];
  private left = 0;

  /** Returns whether a chunk contains the message that the server is ready for a query. */
  take(chunk: Uint8Array): boolean {
    let isReady = false;
    for (let at = 0; at < chunk.length; ) {
      if (this.left > 0) {
        const length = Math.min(this.left, chunk.length - at);
        this.left -= length;
        at += length;
        continue;
      }
      this.header.push(chunk[at] ?? 0);
      at += 1;
      if (this.header.length < 5) continue;
      const [type, ...length] = this.header;
      this.left = length.reduce((sum, byte) => sum * 256 + byte, 0) - 4;
      this.header = [];
      isReady ||= type === 0x5a;
    }
    return isReady;
  }
}

/** A wire to a PostgreSQL server that knows whether a statement runs, and that can be cut. */
export class DatabaseWire {
  private readonly server: Server;
  private readonly busy = new Set<Socket>();
  private readonly sockets = new Set<Socket>();

  constructor(url: URL) {
    const port = Number(url.port || 5432);
    const folder = url.searchParams.get("host");
    this.server = createServer((near) => {
      const far = folder === null ? connect(port, url.hostname) : connect(`${folder}/.s.PGSQL.${port}`);
      const messages = new ServerMessages();
      this.sockets.add(near);
      near.setNoDelay(true);
      near.on("data", (chunk) => {
        this.busy.add(near);
        far.write(chunk);
      });
      far.on("data", (chunk) => {
        if (messages.take(chunk)) this.busy.delete(near);
        near.write(chunk);
      });
      const end = (): void => {
        this.busy.delete(near);
        this.sockets.delete(near);
        near.destroy();
        far.destroy();
      };
      for (const socket of [near, far]) socket.on("error", end).on("close", end);
    });
  }

  /** Starts to accept connections, and returns the URL of a database over this wire. */
  async listen(url: URL): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    const { port }: AddressInfo = Object(this.server.address());
    const user = url.username || (url.searchParams.get("user") ?? "");
    return `postgresql://${user}:${url.password}@127.0.0.1:${port}${url.pathname}`;
  }

  /** Whether a statement runs. */
  isBusy(): boolean {
    return this.busy.size > 0;
  }

  /** Ends every connection, as the end of its process does. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}
