import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { WebSocketServer } from "ws";
import { frameHead } from "../../test/support/scriptedWebSocket.ts";

/** The events that are served. Their numbers count from 0. */
export interface ServedEvents {
  /** The payload of an event as a WebSocket message. */
  readonly message: (n: number) => Buffer;
  readonly opcode: "text" | "binary";
  /** The number of the first event after the cursor of a request; null to start with the next one that is released. */
  readonly startOf: (cursor: string | null) => number | null;
}

/** Up to which event a client receives, and how many each second; null for as many as it reads. */
export interface Release {
  readonly upTo: number;
  readonly perSecond: number | null;
}

const opcodes = { text: 1, binary: 2 };

/** Bytes that are given to a socket at once. */
const chunkBytes = 65_536;

/** How often events are sent if there is a rate, in milliseconds. */
const tick = 10;

/** A connection that receives the events that are released to it, as fast as its client reads. */
class Feed {
  readonly #events: ServedEvents;
  readonly #socket: Socket;
  #next: number;
  #release: Release;
  #isDraining = false;
  #allowance = 0;

  constructor(events: ServedEvents, socket: Socket, next: number, release: Release) {
    this.#events = events;
    this.#socket = socket;
    this.#next = next;
    this.#release = release;
    this.#send();
  }

  release(release: Release): void {
    this.#release = release;
    this.#allowance = 0;
    this.#send();
  }

  /** Sends what its rate allows for one tick. */
  tick(): void {
    const { perSecond } = this.#release;
    if (perSecond === null) return;
    this.#allowance += (perSecond * tick) / 1_000;
    this.#send();
  }

  #limit(): number {
    const { perSecond, upTo } = this.#release;
    return perSecond === null ? upTo : Math.min(upTo, this.#next + Math.floor(this.#allowance));
  }

  #send(): void {
    const limit = this.#limit();
    if (this.#release.perSecond !== null) this.#allowance -= Math.max(0, limit - this.#next);
    while (this.#next < limit && !this.#isDraining) {
      if (this.#socket.write(this.#chunk(limit))) continue;
      this.#isDraining = true;
      this.#socket.once("drain", () => {
        this.#isDraining = false;
        this.#send();
      });
    }
  }

  #chunk(limit: number): Buffer {
    const pieces: Array<Buffer> = [];
    let bytes = 0;
    while (this.#next < limit && bytes < chunkBytes) {
      const message = this.#events.message(this.#next);
      pieces.push(frameHead(opcodes[this.#events.opcode], message.length), message);
      bytes += message.length;
      this.#next += 1;
    }
    return Buffer.concat(
      pieces,
      pieces.reduce((total, { length }) => total + length, 0)
    );
  }
}

/** A WebSocket server on loopback. Each path is a client, which receives what is released to it. */
export class EventServer {
  readonly #events: ServedEvents;
  readonly #feeds = new Map<string, Feed>();
  readonly #released = new Map<string, Release>();
  readonly #server = createServer();

  constructor(events: ServedEvents) {
    this.#events = events;
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    this.#server.on("upgrade", (request: IncomingMessage, tcp: Socket, head: Buffer) =>
      sockets.handleUpgrade(request, tcp, head, (socket) => {
        socket.on("error", () => {});
        this.#connect(request, tcp);
      })
    );
    setInterval(() => {
      for (const feed of this.#feeds.values()) feed.tick();
    }, tick);
  }

  /** Listens on a free port, and returns it. HTTP requests get the JSON of their path, or 404. */
  async listen(documentAt: (path: string) => object | null): Promise<number> {
    this.#server.on("request", ({ url = "/" }: IncomingMessage, response: ServerResponse) => {
      const document = documentAt(decodeURIComponent(url));
      response.writeHead(document === null ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(document ?? { error: "NotFound", message: "There is nothing here." }));
    });
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  release(path: string, release: Release): void {
    this.#released.set(path, release);
    this.#feeds.get(path)?.release(release);
  }

  #connect(request: IncomingMessage, tcp: Socket): void {
    const url = new URL(request.url ?? "/", "http://localhost");
    const release = this.#released.get(url.pathname) ?? { upTo: 0, perSecond: null };
    const start = this.#events.startOf(url.searchParams.get("cursor")) ?? release.upTo;
    const feed = new Feed(this.#events, tcp, start, release);
    this.#feeds.set(url.pathname, feed);
    tcp.once("close", () => {
      if (this.#feeds.get(url.pathname) === feed) this.#feeds.delete(url.pathname);
    });
  }
}
