import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { RebuildRefused } from "./RebuildRefused.ts";

/** The projections that are stored alongside the log and follow from it alone. */
export type StoredProjectionName =
  | "lookups"
  | "open-writes"
  | "owed-revocations"
  | "authorizations"
  | "unredeemed-codes"
  | "reports"
  | "audit-entries"
  | "activity";

/** A stored row that differs from the log: the expected and the stored value, each null if it is absent. */
export interface StoredDifference {
  readonly key: string;
  readonly log: string | null;
  readonly stored: string | null;
}

export interface ComparedProjection {
  readonly projection: StoredProjectionName;
  /** The number of rows that follow from the log. */
  readonly rows: number;
  readonly count: number;
  /** The first differences. */
  readonly differences: ReadonlyArray<StoredDifference>;
}

export interface StoredComparison {
  /** The head of the log at the time of the comparison. */
  readonly position: number;
  readonly projections: ReadonlyArray<ComparedProjection>;
}

/**
 * Rebuilds the stored projections separately and compares both as of one point in time: events that are appended
 * meanwhile affect neither. `progress` receives the position that was reached.
 */
export class StoredProjections extends Context.Tag("domain/StoredProjections")<
  StoredProjections,
  {
    readonly compare: (
      progress: (position: number) => Effect.Effect<void>
    ) => Effect.Effect<StoredComparison, StorageUnavailable>;
    /** Corrects all differences or none, and returns them. */
    readonly restore: (
      progress: (position: number) => Effect.Effect<void>
    ) => Effect.Effect<StoredComparison, StorageUnavailable>;
    /**
     * Builds all stored projections from the start of the log in tables of their own, compares both, and then replaces
     * the stored tables at one moment. Readers see either the old tables or the new ones, complete. Returns what differed
     * before. It can be repeated after a crash at any point.
     */
    readonly rebuild: (
      progress: (position: number) => Effect.Effect<void>
    ) => Effect.Effect<StoredComparison, StorageUnavailable | RebuildRefused>;
  }
>() {}
