import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** The rows of the log as they are stored, counted at one point in time. `lowest` and `highest` are null without rows. */
export interface CountedRows {
  /** The position up to which the log says that it has events. */
  readonly head: number;
  /** The number of events, including what is kept of archived ones. */
  readonly rows: number;
  readonly lowest: number | null;
  readonly highest: number | null;
  /** The number of tiles of the transparency log. */
  readonly tiles: number;
}

/** Counts stored rows for a verification, which does not trust that they are what the service wrote. */
export class LogCensus extends Context.Tag("domain/LogCensus")<
  LogCensus,
  {
    /** Counts rows, and lets the events after it be read as they are stored, not as they are cached. */
    readonly count: Effect.Effect<CountedRows, StorageUnavailable>;
    /** Returns which of these persons, named by their pseudonyms, have a stored key. */
    readonly withKey: (subjects: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>;
  }
>() {}
