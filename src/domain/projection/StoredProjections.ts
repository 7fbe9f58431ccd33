import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** What is stored beside the log and follows from it alone: by what streams are found, writes in doubt, what is owed to PDSes, who signed in to what. */
export type StoredProjectionName =
  | "lookups"
  | "open-writes"
  | "owed-revocations"
  | "authorizations"
  | "unredeemed-codes";

/** A row that is not as the log has it; null for one that is not there. */
export interface StoredDifference {
  readonly key: string;
  readonly log: string | null;
  readonly stored: string | null;
}

export interface ComparedProjection {
  readonly projection: StoredProjectionName;
  /** Rows that the log makes. */
  readonly rows: number;
  readonly count: number;
  /** The first of the differences. */
  readonly differences: ReadonlyArray<StoredDifference>;
}

export interface StoredComparison {
  /** The head of the log at that moment. */
  readonly position: number;
  readonly projections: ReadonlyArray<ComparedProjection>;
}

/**
 * Makes the stored projections anew beside those that are there, as one moment has both: events that are appended
 * meanwhile change neither. `progress` hears the position that it has come to.
 */
export class StoredProjections extends Context.Tag("domain/StoredProjections")<
  StoredProjections,
  {
    readonly compare: (
      progress: (position: number) => Effect.Effect<void>
    ) => Effect.Effect<StoredComparison, StorageUnavailable>;
    /** Puts right what differs, all of it or none, and answers what that was. */
    readonly restore: (
      progress: (position: number) => Effect.Effect<void>
    ) => Effect.Effect<StoredComparison, StorageUnavailable>;
  }
>() {}
