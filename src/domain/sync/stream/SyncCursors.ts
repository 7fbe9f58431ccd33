import * as Context from "effect/Context";
import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";
import type { Lease } from "../../lease/Leases.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/** Another process follows the source now. Nothing was stored. */
export class LeaseLost extends Data.TaggedError("LeaseLost")<{ readonly address: string }> {}

/** How far the events of a source are stored. */
export interface SyncCursor {
  /** Null before the first event. */
  readonly cursor: number | null;
  /** The time of the event at the cursor, in Unix milliseconds; null if the source does not say. */
  readonly time: number | null;
  /** How often the sequence of the source has started over. Positions of different generations cannot be compared. */
  readonly generation: number;
}

/** The cursors of the sources by their addresses. Changes join a surrounding `Atomically` transaction. */
export class SyncCursors extends Context.Tag("domain/SyncCursors")<
  SyncCursors,
  {
    /**
     * Makes a lease the only one of its name that can move a cursor, at any address, and returns the cursor of one.
     * Fails if a later lease took over. Waits for the transaction of an earlier holder.
     */
    readonly takeOver: (address: string, lease: Lease) => Effect.Effect<SyncCursor, StorageUnavailable | LeaseLost>;
    /** Returns the cursor of an address, for display. */
    readonly find: (address: string) => Effect.Effect<SyncCursor, StorageUnavailable>;
    /**
     * Moves the cursor, forward or back. Fails if a later lease took over, and must be in the transaction of what it
     * covers. From then until the commit, a later lease waits; a process that says nothing for 5 seconds is rolled back.
     */
    readonly advance: (
      address: string,
      lease: Lease,
      cursor: number,
      time: number | null
    ) => Effect.Effect<void, StorageUnavailable | LeaseLost>;
    /** Removes the cursor because the sequence of the source started over, and begins the next generation. */
    readonly restart: (address: string, lease: Lease) => Effect.Effect<SyncCursor, StorageUnavailable | LeaseLost>;
  }
>() {}
