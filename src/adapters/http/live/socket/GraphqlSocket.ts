import type { Duplex } from "node:stream";
import * as Effect from "effect/Effect";
import type { WebSocket } from "ws";
import type { GraphqlCaller } from "../../../../application/api/GraphqlApi.ts";
import type { HttpRequest } from "../../server/request/HttpRequest.ts";
import type { LiveLimits } from "../LiveLimits.ts";
import { type Closing, closings } from "./closings.ts";

/** The time that a client has to close its side, in milliseconds. */
const closeTimeoutMs = 1_000;

/** A multiple of the buffer that may wait for the client in total: answers to pings are sent without waiting. */
const hardLimit = 4;

type SocketLimits = Pick<LiveLimits["Type"], "bufferBytes" | "drainMs">;

/** A WebSocket of the protocol graphql-transport-ws. */
export class GraphqlSocket {
  /** The request that was upgraded. */
  readonly request: HttpRequest;
  /** Who it is: nobody until `connection_init`. */
  caller: GraphqlCaller = { viewer: null, refused: false, admin: null };
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #limits: SocketLimits;
  #isAlive = true;

  constructor(socket: WebSocket, stream: Duplex, request: HttpRequest, limits: SocketLimits) {
    this.request = request;
    this.#socket = socket;
    this.#stream = stream;
    this.#limits = limits;
    // Each operation that waits for the client listens for it.
    stream.setMaxListeners(0);
    socket.on("pong", () => {
      this.#isAlive = true;
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Calls a function when the socket is closed, or now if it is. */
  whenClosed(react: () => void): void {
    if (this.#socket.readyState === this.#socket.CLOSED) react();
    else this.#socket.once("close", react);
  }

  /** Sends a text, unless the socket is closed. */
  send(text: string): void {
    if (!this.isOpen) return;
    if (this.#stream.writableLength > hardLimit * this.#limits.bufferBytes) return void this.#socket.terminate();
    this.#socket.send(text);
  }

  /** Sends texts with one write to the operating system, and waits while too much waits for the client. */
  sendAll(texts: Iterable<string>): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.#stream.cork();
      for (const text of texts) this.send(text);
      this.#stream.uncork();
      return this.#stream.writableLength > this.#limits.bufferBytes ? this.#room : Effect.void;
    });
  }

  /** Closes the socket, and cuts the connection if the client does not close its side. */
  close({ code, reason }: Closing): void {
    if (!this.isOpen) return;
    this.#socket.close(code, reason);
    const cut = setTimeout(() => this.#socket.terminate(), closeTimeoutMs);
    this.#socket.once("close", () => clearTimeout(cut));
  }

  /** Cuts the connection. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** Cuts the connection if the client did not respond to the ping before, and sends the next one. */
  ping(): void {
    if (!this.#isAlive) this.terminate();
    else if (this.isOpen) this.#socket.ping();
    this.#isAlive = false;
  }

  get #room(): Effect.Effect<void> {
    return Effect.async<void>((resume) => {
      const drained = () => resume(Effect.void);
      this.#stream.once("drain", drained);
      return Effect.sync(() => this.#stream.off("drain", drained));
    }).pipe(
      Effect.timeoutTo({
        duration: this.#limits.drainMs,
        onSuccess: () => undefined,
        onTimeout: () => this.close(closings.tooSlow)
      })
    );
  }
}
