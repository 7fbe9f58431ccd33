import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A server at a TCP address or a socket of the file system. */
export type WireTarget = { readonly host: string; readonly port: number } | { readonly path: string };

/** A wire to a TCP server that can be cut and mended, on a port of its own. */
export class Wire {
  readonly #target: WireTarget;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  private constructor(target: WireTarget) {
    this.#target = target;
  }

  static async to(target: WireTarget): Promise<Wire> {
    const wire = new Wire(target);
    await wire.mend();
    return wire;
  }

  get port(): number {
    return this.#port;
  }

  async mend(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(this.#target);
      for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
        this.#sockets.add(socket);
        socket
          .on("error", () => undefined)
          .on("close", () => {
            this.#sockets.delete(socket);
            other.destroy();
          });
        socket.pipe(other);
      }
    });
    server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address !== null && typeof address !== "string") this.#port = address.port;
    this.#server = server;
  }

  /** Cuts every connection, and lets no new one through. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
