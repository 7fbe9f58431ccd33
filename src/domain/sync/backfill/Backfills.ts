import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../../atproto/Did.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";
import type { Backfill } from "./Backfill.ts";
import type { BackfillAbortReason, BackfillTarget } from "./BackfillJobEvent.ts";

/** A page of the repositories of a backfill. */
export interface BackfillPage {
  /** The cursor that the page was listed with; null for the first page. */
  readonly from: string | null;
  readonly dids: ReadonlyArray<Did>;
  /** The cursor of the next page; null if this is the last one. */
  readonly next: string | null;
}

/** What became of one repository. */
export interface RepositoryResult {
  readonly failed: boolean;
  /** The number of records that were stored. */
  readonly records: number;
  /** The number of bytes that were received. */
  readonly bytes: number;
}

/** How a backfill ends. */
export type BackfillEnd =
  | { readonly state: "completed" | "cancelled" }
  | { readonly state: "aborted"; readonly reason: BackfillAbortReason };

/**
 * The backfills and the repositories that each of them covers. Times are in Unix milliseconds. Changes join a
 * surrounding `Atomically` transaction.
 */
export class Backfills extends Context.Tag("domain/Backfills")<
  Backfills,
  {
    /** Starts a backfill without repositories, and returns it. */
    readonly start: (target: BackfillTarget, startedAt: number) => Effect.Effect<Backfill, StorageUnavailable>;
    readonly find: (id: string) => Effect.Effect<Backfill | null, StorageUnavailable>;
    /** Returns up to `limit`, newest first, that were started before the one with the id `before` (null for the newest). */
    readonly list: (before: string | null, limit: number) => Effect.Effect<ReadonlyArray<Backfill>, StorageUnavailable>;
    /** The running ones, oldest first. */
    readonly running: Effect.Effect<ReadonlyArray<Backfill>, StorageUnavailable>;
    /**
     * Adds a page, and returns the repositories that the backfill did not cover before. Null, and nothing changes, if it
     * does not run or the page is not the next one.
     */
    readonly addPage: (id: string, page: BackfillPage) => Effect.Effect<ReadonlyArray<Did> | null, StorageUnavailable>;
    /** Counts the result of a repository, once, in every running backfill that covers it. */
    readonly record: (did: Did, result: RepositoryResult, at: number) => Effect.Effect<void, StorageUnavailable>;
    /** Returns the first `limit` repositories of a backfill, after a DID (null for the start), that were not processed. */
    readonly waiting: (
      id: string,
      after: Did | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Did>, StorageUnavailable>;
    /** Returns which of some repositories a running backfill covers that has not processed them. */
    readonly awaited: (dids: ReadonlyArray<Did>) => Effect.Effect<ReadonlySet<Did>, StorageUnavailable>;
    /** Ends a backfill and forgets its repositories. Null, and nothing changes, if it does not run. */
    readonly end: (id: string, end: BackfillEnd, at: number) => Effect.Effect<Backfill | null, StorageUnavailable>;
  }
>() {}

/** Milliseconds after which the rate of a backfill is calculated from a later moment. */
export const paceIntervalMs = 60_000;
