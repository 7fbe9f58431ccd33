import * as Effect from "effect/Effect";
import type { SourceDisconnected } from "../../../domain/sync/stream/RepoEvents.ts";

/** A WebSocket message as it arrived. The bytes of a text message are not necessarily UTF-8. */
export interface ReceivedMessage {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/** How much is buffered before the socket has to wait. */
export interface BufferLimits {
  readonly bytes: number;
  readonly messages: number;
}

/** The side of the connection that delivers to the buffer. */
export interface Flow {
  readonly pause: () => void;
  readonly resume: () => void;
}

type Batch = ReadonlyArray<ReceivedMessage>;

/**
 * How many messages are taken at once. What handles them blocks the process for a few milliseconds at most, and other work
 * continues between two batches.
 */
const maxTaken = 200;

/**
 * Holds the messages of a connection until they are taken. It pauses the connection at its limits. The messages of the
 * chunk that was being read then still arrive, so the limits are exceeded by one chunk (64 kB) at most.
 */
export class ReceiveBuffer {
  readonly #limits: BufferLimits;
  #flow: Flow | null = null;
  #messages: Array<ReceivedMessage> = [];
  #bytes = 0;
  #isPaused = false;
  #end: SourceDisconnected | null = null;
  #notify: (() => void) | null = null;

  constructor(limits: BufferLimits) {
    this.#limits = limits;
  }

  /** Sets the connection that is paused and resumed. */
  attach(flow: Flow): void {
    this.#flow = flow;
  }

  add(message: ReceivedMessage): void {
    if (this.#end !== null) return;
    this.#messages.push(message);
    this.#bytes += message.data.length;
    if (!this.#isPaused && this.#isFull()) {
      this.#isPaused = true;
      this.#flow?.pause();
    }
    this.#notify?.();
  }

  /** Ends the buffer. What it holds can still be taken. Only the first reason counts. */
  end(reason: SourceDisconnected): void {
    this.#end ??= reason;
    this.#notify?.();
  }

  /** Whether messages can be taken without waiting. */
  isReady(): boolean {
    return this.#messages.length > 0;
  }

  /** The number of bytes that are held. */
  size(): number {
    return this.#bytes;
  }

  /** Waits for messages, and returns up to 200, in order and at least one. Fails after the last one. */
  readonly take: Effect.Effect<Batch, SourceDisconnected> = Effect.async<Batch, SourceDisconnected>((resume) => {
    const attempt = () => {
      const taken = this.#takeNow();
      if (taken === null) return;
      this.#notify = null;
      resume(taken);
    };
    this.#notify = attempt;
    attempt();
    return Effect.sync(() => {
      this.#notify = null;
    });
  });

  #takeNow(): Effect.Effect<Batch, SourceDisconnected> | null {
    if (this.#messages.length === 0) return this.#end === null ? null : Effect.fail(this.#end);
    const batch = this.#messages.splice(0, maxTaken);
    for (const { data } of batch) this.#bytes -= data.length;
    if (this.#isPaused && !this.#isFull()) {
      this.#isPaused = false;
      this.#flow?.resume();
    }
    return Effect.succeed(batch);
  }

  #isFull(): boolean {
    return this.#bytes >= this.#limits.bytes || this.#messages.length >= this.#limits.messages;
  }
}
