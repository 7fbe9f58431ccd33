import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../../atproto/Did.ts";
import type { QueueLength } from "../../health/QueueLength.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/**
 * Why a repository is due, the most urgent reason first. Of several reasons for one repository the most urgent applies.
 */
export const dueReasons = [
  /** The account signed in. */
  "signed-in",
  /** Commits were missed, the account changed, or its author became known. */
  "changed",
  /** Lexicons were imported, or the index was reset. */
  "index-changed",
  /** The source of live sync missed events of every repository. */
  "source-gap",
  /** A backfill lists it. */
  "backfill"
] as const;
export type DueReason = (typeof dueReasons)[number];

/** Milliseconds after a fetch of a repository before which only a login or a change of the index makes it due. */
export const fetchIntervalMs = 30_000;

/** Whether a repository is due at once for a reason, even if it was fetched within the last 30 seconds. */
export const isUrgent = (reason: DueReason): boolean => reason === "signed-in" || reason === "index-changed";

/** A repository that is due to be indexed. */
export interface DueRepository {
  readonly did: Did;
  /** The position of the last event that made it due; 0 if none did. */
  readonly requestedAt: number;
  /** Identifies the last request, so that a request during indexing is not lost. */
  readonly request: number;
  readonly reason: DueReason;
  /** The number of failed attempts. */
  readonly failures: number;
}

/** A repository that waits to be indexed, or is being indexed now. `dueAt` is in Unix milliseconds. */
export interface WaitingRepository extends Pick<DueRepository, "reason" | "failures"> {
  readonly dueAt: number;
  readonly isClaimed: boolean;
}

/** Which repositories a caller can take now. */
export interface ClaimOptions {
  /** The PDSes that take no requests now. The repositories that were postponed because of them are left out. */
  readonly busy?: ReadonlyArray<string>;
  /** The least urgent reason; `backfill` by default. */
  readonly upTo?: DueReason;
  /** Leaves out the repositories that failed before; false by default. */
  readonly untried?: boolean;
}

/**
 * The repositories that are due to be indexed. A login makes one due in the transaction that completes it. A new set of
 * Lexicons, a reset of the index and a gap of the source make those of all known accounts due. Times are in
 * milliseconds by the clock of the store.
 */
export class DueRepositories extends Context.Tag("domain/DueRepositories")<
  DueRepositories,
  {
    /**
     * Makes repositories due, by default because they changed: at once, or 30 seconds after the last fetch (`isUrgent`).
     * One that failed is not tried earlier, except for a login. Joins a surrounding `Atomically` transaction.
     */
    readonly request: (dids: ReadonlyArray<Did>, reason?: DueReason) => Effect.Effect<void, StorageUnavailable>;
    /**
     * Claims a repository of the most urgent reason, of these the one that is due longest. No other caller gets it for
     * `milliseconds`. Null if none is due.
     */
    readonly claim: (
      milliseconds: number,
      options?: ClaimOptions
    ) => Effect.Effect<DueRepository | null, StorageUnavailable>;
    /** Returns the repository of an account if it is due, or will be; otherwise null. */
    readonly find: (did: Did) => Effect.Effect<WaitingRepository | null, StorageUnavailable>;
    /** Extends the claim by another `milliseconds`. */
    readonly renewClaim: (did: Did, milliseconds: number) => Effect.Effect<void, StorageUnavailable>;
    /** Makes a repository due in `milliseconds`; `failed` counts a failed attempt. */
    readonly postpone: (did: Did, milliseconds: number, failed: boolean) => Effect.Effect<void, StorageUnavailable>;
    /** Makes a repository due in `milliseconds` because its PDS takes no requests now. */
    readonly awaitPds: (did: Did, milliseconds: number, pds: string) => Effect.Effect<void, StorageUnavailable>;
    /** Removes a repository that was fetched, or makes it due again if it was requested meanwhile. */
    readonly complete: (due: DueRepository) => Effect.Effect<void, StorageUnavailable>;
    /** Removes the repositories that are due only because a backfill lists them, except those that are claimed. */
    readonly withdraw: (dids: ReadonlyArray<Did>) => Effect.Effect<void, StorageUnavailable>;
    /** Counts the repositories that wait or are being indexed. */
    readonly length: Effect.Effect<QueueLength, StorageUnavailable>;
  }
>() {}
