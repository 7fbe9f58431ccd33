import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../../atproto/Did.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";
import type { SkipReason } from "./SkipReason.ts";

/** A record of a repository that is not in the index. `uri` is not a valid at-uri if the key is not a record key. */
export interface SkippedRecord {
  readonly uri: string;
  readonly cid: string;
  readonly reason: SkipReason;
}

/**
 * A skipped record in the list of all accounts. `rev` is the revision of the repository that was indexed, `indexedAt`
 * the time in Unix milliseconds.
 */
export interface ListedSkippedRecord extends SkippedRecord {
  readonly position: number;
  readonly did: Did;
  readonly rev: string;
  readonly indexedAt: number;
}

/** The records that were skipped when a repository was indexed. `total` includes those that `records` lacks. */
export interface SkippedOfRepository {
  readonly did: Did;
  readonly rev: string;
  readonly indexedAt: number;
  readonly total: number;
  readonly records: ReadonlyArray<SkippedRecord>;
}

/** The maximum number of skipped records that are stored for an account. */
export const maxSkippedPerAccount = 1_000;

/** The records that are not in the index and why, for each account as of the last indexing of its repository. */
export class SkippedRecords extends Context.Tag("domain/SkippedRecords")<
  SkippedRecords,
  {
    /** Replaces the skipped records of an account, and stores the first `maxSkippedPerAccount` of them. */
    readonly replace: (skipped: SkippedOfRepository) => Effect.Effect<void, StorageUnavailable>;
    /**
     * Returns up to `limit` records of an account, or of all (null), after a position (null for the start), in order.
     */
    readonly list: (
      did: string | null,
      after: number | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ListedSkippedRecord>, StorageUnavailable>;
    /** Returns the number of skipped records of an account, or of all (null), including those that are not stored. */
    readonly count: (did: string | null) => Effect.Effect<number, StorageUnavailable>;
  }
>() {}
