import type * as Duration from "effect/Duration";

export interface JetstreamOptions {
  /** The WebSocket address with its path. */
  readonly url: string;
  /** After this time without a message a subscription fails with `silent`. */
  readonly idleWithin: Duration.DurationInput;
  /** The Zstandard dictionary of the source. With one, the source is asked to compress. None by default. */
  readonly dictionary?: Uint8Array | undefined;
}
