import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Queue from "effect/Queue";
import type * as Scope from "effect/Scope";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";
import type { ChangeCursor, CursorRejected } from "./ChangeCursor.ts";
import type { RecordChange } from "./RecordChange.ts";

/** Consecutive changes, and the cursor after them. With fewer changes than were asked for, it is the end of the log. */
export interface ChangePage {
  readonly changes: ReadonlyArray<RecordChange>;
  readonly cursor: ChangeCursor;
}

/**
 * The change log of the record index: what queries see of each record, in the order of the commits. It is filled by
 * whatever changes the index, in the same transaction.
 */
export class RecordChanges extends Context.Tag("domain/RecordChanges")<
  RecordChanges,
  {
    /** The cursor after the last change. */
    readonly head: Effect.Effect<ChangeCursor, StorageUnavailable>;
    /**
     * Returns up to `limit` changes after a cursor, of all collections that are defined or were. Fails if nobody can
     * continue at the cursor.
     */
    readonly read: (
      after: ChangeCursor,
      limit: number
    ) => Effect.Effect<ChangePage, CursorRejected | StorageUnavailable>;
    /**
     * Subscribes to the number of the last commit. The queue holds only the latest number, which is larger than any
     * commit if there may have been more.
     */
    readonly commits: Effect.Effect<Queue.Dequeue<number>, never, Scope.Scope>;
    /** Deletes up to `limit` of the commits before a time, in Unix milliseconds, and returns their number. */
    readonly forget: (before: number, limit: number) => Effect.Effect<number, StorageUnavailable>;
  }
>() {}
