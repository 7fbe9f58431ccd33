import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/** A server at a TCP address or a socket of the file system. */
export type TcpTarget = { readonly host: string; readonly port: number } | { readonly path: string };

/** How a connection ends: closed in order, reset, or without a word while both ends believe in it. */
export type Loss = "fin" | "reset" | "silence";

interface Connection {
  readonly near: Socket;
  readonly far: Socket;
  isSilent: boolean;
  /** Whether a statement of it began to listen. */
  listens: boolean;
}

const lose: Readonly<Record<Loss, (connection: Connection) => void>> = {
  fin: ({ near }) => near.destroy(),
  reset: ({ near }) => near.resetAndDestroy(),
  silence: (connection) => {
    connection.isSilent = true;
  }
};

/** Writes pieces in their order, each when it is due. */
const sender = (to: Socket, delay: () => number): ((piece: Buffer) => void) => {
  let waiting = 0;
  let last = Promise.resolve();
  const write = (piece: Buffer) => {
    if (to.writable) to.write(piece);
  };
  return (piece) => {
    const due = performance.now() + delay();
    if (waiting === 0 && delay() === 0) return write(piece);
    waiting += 1;
    last = last
      .then(() => setTimeout(Math.max(0, due - performance.now())))
      .then(() => {
        waiting -= 1;
        write(piece);
      });
  };
};

/** A wire to a TCP server that can be cut and mended, on a port of its own. */
export class TcpProxy {
  #target: TcpTarget;
  readonly #connections = new Set<Connection>();
  #server: Server | null = null;
  #port = 0;
  #swallows = false;
  #delay = 0;
  #onPiece: (connection: Connection) => void = () => undefined;

  private constructor(target: TcpTarget) {
    this.#target = target;
  }

  static async to(target: TcpTarget): Promise<TcpProxy> {
    const wire = new TcpProxy(target);
    await wire.mend();
    return wire;
  }

  /** A wire to the PostgreSQL server of `url`. */
  static toDatabase(url: URL): Promise<TcpProxy> {
    const port = Number(url.port || 5432);
    const folder = url.searchParams.get("host");
    return TcpProxy.to(folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` });
  }

  /** The address of the database of `url`, over this wire. */
  databaseUrl(url: URL): string {
    const user = url.username || (url.searchParams.get("user") ?? "");
    return `postgresql://${user}:${url.password}@127.0.0.1:${this.#port}${url.pathname}`;
  }

  get port(): number {
    return this.#port;
  }

  /** Lets connections through, whatever was done to them before. */
  async mend(): Promise<void> {
    this.#swallows = false;
    if (this.#server !== null) return;
    const server = createServer((near) => {
      const far = connect(this.#target);
      const connection: Connection = { near, far, isSilent: this.#swallows, listens: false };
      this.#connections.add(connection);
      for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
        const send = sender(other, () => this.#delay);
        socket
          .on("error", () => undefined)
          .on("close", () => {
            this.#connections.delete(connection);
            other.destroy();
          })
          .on("data", (piece) => {
            connection.listens ||= socket === near && piece.includes("listen ");
            this.#onPiece(connection);
            if (!connection.isSilent) send(piece);
          });
      }
    });
    server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address !== null && typeof address !== "string") this.#port = address.port;
    this.#server = server;
  }

  /** Loses every connection without a word, and swallows what is said over new ones until it is told to stop. */
  swallow(): () => void {
    this.#swallows = true;
    this.lose("silence");
    return () => {
      this.#swallows = false;
    };
  }

  /** From now on, delays whatever passes, in both directions; 0 ends that. */
  slow(milliseconds: number): void {
    this.#delay = milliseconds;
  }

  /** Loses every connection, and leads new ones to another server. */
  retarget(target: TcpTarget): void {
    this.#target = target;
    this.lose("reset");
  }

  /** Loses every connection there is; new ones are let through. */
  lose(how: Loss): void {
    for (const connection of this.#connections) lose[how](connection);
  }

  /** Loses the connections to a PostgreSQL server that listen for notifications; returns how many there were. */
  loseListeners(how: Loss): number {
    const listeners = [...this.#connections].filter(({ isSilent, listens }) => listens && !isSilent);
    for (const connection of listeners) lose[how](connection);
    return listeners.length;
  }

  /**
   * Loses the connection that the given piece comes over, counted from 1 and from now on, whichever way it goes. Gives
   * what tells whether it came to that, and stops waiting for it.
   */
  loseAtPiece(piece: number, how: Loss): () => boolean {
    let seen = 0;
    this.#onPiece = (connection) => {
      seen += 1;
      if (seen === piece) lose[how](connection);
    };
    return () => {
      this.#onPiece = () => undefined;
      return seen >= piece;
    };
  }

  /** Cuts every connection, and lets no new one through. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = once(server, "close");
    server.close();
    for (const { near, far } of this.#connections) {
      near.destroy();
      far.destroy();
    }
    await closed;
  }
}
