import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** How far the dead letters were tried again by a set of Lexicons. */
export interface LetterRetry {
  /** The digest of the set. */
  readonly digest: string;
  /** The dead letters with this id and greater ones were tried; null if none was. */
  readonly before: number | null;
  readonly isDone: boolean;
}

/** Stores how far the dead letters were tried again after the last import, so that another process can continue. */
export class LetterRetries extends Context.Tag("domain/LetterRetries")<
  LetterRetries,
  {
    /** Returns the last state; null before the first one. */
    readonly find: Effect.Effect<LetterRetry | null, StorageUnavailable>;
    readonly save: (retry: LetterRetry) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
