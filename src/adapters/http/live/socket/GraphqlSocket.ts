import type { Duplex } from "node:stream";
import * as Effect from "effect/Effect";
import type { WebSocket } from "ws";
import type { GraphqlCaller } from "../../../../application/api/GraphqlApi.ts";
import type { HttpRequest } from "../../server/request/HttpRequest.ts";
import type { LiveLimits } from "../LiveLimits.ts";
import { type Closing, closings } from "./closings.ts";
import { textFrames } from "./frames.ts";

/** The time that a client has to close its side, in milliseconds. */
const closeTimeoutMs = 5_000;

/** A multiple of the buffer that messages of the protocol, such as responses to pings, may take in addition. */
const hardLimit = 4;

interface SocketOptions extends Pick<LiveLimits["Type"], "bufferBytes" | "drainMs"> {
  /** Called when the client does not read fast enough, and the socket is dropped. */
  readonly onDrop: () => void;
}

/** A WebSocket of the protocol graphql-transport-ws. */
export class GraphqlSocket {
  /** The request that was upgraded. */
  readonly request: HttpRequest;
  /** Who it is: nobody until `connection_init`. */
  caller: GraphqlCaller = { viewer: null, refused: false, admin: null };
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #options: SocketOptions;
  #isAlive = true;
  /** Runs while more waits for the client than the buffer takes. */
  #dropTimer: NodeJS.Timeout | null = null;
  /** The length of the messages that were sent while more than the buffer waited for the client. */
  #unread = 0;

  constructor(socket: WebSocket, stream: Duplex, request: HttpRequest, options: SocketOptions) {
    this.request = request;
    this.#socket = socket;
    this.#stream = stream;
    this.#options = options;
    // Each operation that waits for the client listens for it.
    stream.setMaxListeners(0);
    socket.once("close", this.#stopDropTimer);
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

  /**
   * Sends a message of the protocol without waiting, unless the socket is closed. A client that makes the service send too
   * many, and reads none, is cut off.
   */
  send(text: string): void {
    if (!this.isOpen) return;
    this.#unread = this.#isBehind ? this.#unread + text.length : 0;
    if (this.#unread <= hardLimit * this.#options.bufferBytes) this.#socket.send(text);
    else {
      this.#options.onDrop();
      this.#socket.terminate();
    }
  }

  /** Sends messages that begin alike with one write, after the client has read what was sent before. */
  sendAll(start: Buffer, ends: ReadonlyArray<Buffer>): Effect.Effect<void> {
    return Effect.suspend(() => {
      const write = () => this.#write(start, ends);
      return this.#isBehind ? Effect.andThen(this.#room, write) : Effect.sync(write);
    });
  }

  /**
   * Sends messages that begin alike with one write, now. The socket is closed if its client does not read what waits for it
   * in time, or if a multiple of the buffer waits for it.
   */
  pushAll(start: Buffer, ends: ReadonlyArray<Buffer>): void {
    this.#write(start, ends);
    if (!this.#isBehind) return;
    if (this.#stream.writableLength > hardLimit * this.#options.bufferBytes) this.drop();
    else this.#dropUnlessDrained();
  }

  /** Closes the socket, and cuts the connection if the client does not close its side. */
  close({ code, reason }: Closing): void {
    if (!this.isOpen) return;
    this.#socket.close(code, reason);
    const cut = setTimeout(() => this.#socket.terminate(), closeTimeoutMs);
    this.#socket.once("close", () => clearTimeout(cut));
  }

  /** Closes the socket because its client does not read fast enough. */
  drop(): void {
    if (!this.isOpen) return;
    this.#options.onDrop();
    this.close(closings.tooSlow);
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

  #dropUnlessDrained(): void {
    if (this.#dropTimer !== null) return;
    this.#dropTimer = setTimeout(() => this.drop(), this.#options.drainMs).unref();
    this.#stream.once("drain", this.#stopDropTimer);
  }

  readonly #stopDropTimer = (): void => {
    clearTimeout(this.#dropTimer ?? undefined);
    this.#dropTimer = null;
  };

  get #isBehind(): boolean {
    return this.#stream.writableLength > this.#options.bufferBytes;
  }

  /** Frames are written past `ws`, which writes its own ones to the stream whole, and at once without compression. */
  #write(start: Buffer, ends: ReadonlyArray<Buffer>): void {
    if (this.isOpen) this.#stream.write(textFrames(start, ends));
  }

  /** Waits until the client has read what was sent. A client that does not is dropped, and this waits until it is interrupted. */
  get #room(): Effect.Effect<void> {
    return Effect.async<void>((resume) => {
      this.#dropUnlessDrained();
      const drained = () => resume(Effect.void);
      this.#stream.once("drain", drained);
      return Effect.sync(() => this.#stream.off("drain", drained));
    });
  }
}
