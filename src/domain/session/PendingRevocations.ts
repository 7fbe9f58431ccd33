import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { QueueLength } from "../health/QueueLength.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** A session that ended and is not yet revoked at its PDS. Times are in milliseconds by the clock of the store. */
export interface PendingRevocation {
  readonly sessionId: string;
  /** The time since the session ended. */
  readonly age: number;
  /** The number of failed attempts. */
  readonly attempts: number;
}

/**
 * The outbox of revocations at PDSes. Entries are added and removed in the transaction that appends the events of their
 * session, so that none is lost when a process dies.
 */
export class PendingRevocations extends Context.Tag("domain/PendingRevocations")<
  PendingRevocations,
  {
    /** Claims up to `limit` due entries for `milliseconds`, the longest overdue first. */
    readonly claim: (
      limit: number,
      milliseconds: number
    ) => Effect.Effect<ReadonlyArray<PendingRevocation>, StorageUnavailable>;
    /**
     * Counts a failed attempt and schedules the next one in `milliseconds`. Has no effect when the entry is complete.
     */
    readonly postpone: (sessionId: string, milliseconds: number) => Effect.Effect<void, StorageUnavailable>;
    /** Schedules an entry in `milliseconds` without counting an attempt. */
    readonly defer: (sessionId: string, milliseconds: number) => Effect.Effect<void, StorageUnavailable>;
    /** Returns up to `limit` entries, oldest first. */
    readonly list: (limit: number) => Effect.Effect<ReadonlyArray<PendingRevocation>, StorageUnavailable>;
    /** Counts the entries. */
    readonly length: Effect.Effect<QueueLength, StorageUnavailable>;
  }
>() {}
