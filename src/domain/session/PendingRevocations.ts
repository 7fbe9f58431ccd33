import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** A session that is over, whose PDS has not been told. Times in milliseconds, by the store's own clock. */
export interface PendingRevocation {
  readonly sessionId: string;
  /** How long ago the session ended. */
  readonly age: number;
  /** How often it was tried in vain. */
  readonly attempts: number;
}

/**
 * The sessions whose PDS is still to be told that they are over: entered and struck out in the transaction that appends
 * their events, so that none is lost whatever dies when.
 */
export class PendingRevocations extends Context.Tag("domain/PendingRevocations")<
  PendingRevocations,
  {
    /** Takes at most `limit` that are due, the longest due first; nobody else is given them for `milliseconds`. */
    readonly claim: (
      limit: number,
      milliseconds: number
    ) => Effect.Effect<ReadonlyArray<PendingRevocation>, StorageUnavailable>;
    /** Counts a try in vain, and makes the next one due in `milliseconds`; no effect when the PDS was told by now. */
    readonly postpone: (sessionId: string, milliseconds: number) => Effect.Effect<void, StorageUnavailable>;
    /** Makes one due in `milliseconds` without having been tried. */
    readonly defer: (sessionId: string, milliseconds: number) => Effect.Effect<void, StorageUnavailable>;
    /** At most `limit`, the oldest first. */
    readonly list: (limit: number) => Effect.Effect<ReadonlyArray<PendingRevocation>, StorageUnavailable>;
  }
>() {}
