import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../../atproto/Did.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";
import type { SkipReason } from "./SkipReason.ts";

/** A record of a repository that is not in the index. `uri` is not a valid at-uri where the key is no record key. */
export interface SkippedRecord {
  readonly uri: string;
  readonly cid: string;
  readonly reason: SkipReason;
}

/** One in the list of all accounts. `rev` is the revision of the repository that was indexed, `indexedAt` when, in ms. */
export interface ListedSkippedRecord extends SkippedRecord {
  readonly position: number;
  readonly did: Did;
  readonly rev: string;
  readonly indexedAt: number;
}

/** All records of a repository that were skipped when it was indexed. `total` counts those too that `records` lacks. */
export interface SkippedOfRepository {
  readonly did: Did;
  readonly rev: string;
  readonly indexedAt: number;
  readonly total: number;
  readonly records: ReadonlyArray<SkippedRecord>;
}

/** The most records that are kept of one account. */
export const maxSkippedPerAccount = 1_000;

/** The records that are not in the index, and why, of each account as of when its repository was indexed last. */
export class SkippedRecords extends Context.Tag("domain/SkippedRecords")<
  SkippedRecords,
  {
    /** Puts what was skipped in place of all there was of the account; keeps the first `maxSkippedPerAccount` records. */
    readonly replace: (skipped: SkippedOfRepository) => Effect.Effect<void, StorageUnavailable>;
    /** At most `limit` records of an account, or of all (null), after a position (null: from the first), in order. */
    readonly list: (
      did: string | null,
      after: number | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ListedSkippedRecord>, StorageUnavailable>;
    /** How many records of an account, or of all (null), were skipped, those that are not kept included. */
    readonly count: (did: string | null) => Effect.Effect<number, StorageUnavailable>;
  }
>() {}
