import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** The state of one read model at a position of the log, in the form of one schema version. */
export interface ReadModelSnapshot {
  readonly model: string;
  readonly schemaVersion: number;
  readonly position: number;
  /** The leaf hash of the event at `position`: a log with another history has another one there. */
  readonly leafHash: string;
  /** The types of events that the writer knew. It skipped all others. */
  readonly eventTypes: ReadonlyArray<string>;
  /** The SHA-256 over the other members, in base64url. */
  readonly digest: string;
  /** One entry of the state in each line, as JSON. */
  readonly state: string;
}

/**
 * Snapshots of the read models that processes hold in memory. Nothing depends on them but how long a start takes: a
 * store that loses them loses nothing, and `clear` deletes what they hold.
 */
export class ReadModelSnapshots extends Context.Tag("domain/ReadModelSnapshots")<
  ReadModelSnapshots,
  {
    /** Returns the snapshots of a read model, those of the highest schema version first. */
    readonly of: (model: string) => Effect.Effect<ReadonlyArray<ReadModelSnapshot>, StorageUnavailable>;
    /**
     * Stores a snapshot, unless there is one of its model and schema version at the same position or a higher one.
     * Deletes those of schema versions before the previous one.
     */
    readonly save: (snapshot: ReadModelSnapshot) => Effect.Effect<void, StorageUnavailable>;
    /** Deletes the snapshot of a model and schema version if it is the one at this position. */
    readonly discard: (
      snapshot: Pick<ReadModelSnapshot, "model" | "schemaVersion" | "position">
    ) => Effect.Effect<void, StorageUnavailable>;
    /** Deletes all snapshots, in the surrounding transaction if there is one. */
    readonly clear: Effect.Effect<void, StorageUnavailable>;
  }
>() {}
