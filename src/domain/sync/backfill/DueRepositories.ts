import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../../atproto/Did.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/** A repository that is due to be indexed. */
export interface DueRepository {
  readonly did: Did;
  /** The position of the last event that made it due, so that a request during indexing is not lost. */
  readonly requestedAt: number;
  /** The number of failed attempts. */
  readonly failures: number;
}

/**
 * The repositories that are due to be indexed. A login makes one due in the transaction that completes it. A new set of
 * Lexicons and a reset of the index make those of all accounts due that ever signed in. Times are in milliseconds by
 * the clock of the store.
 */
export class DueRepositories extends Context.Tag("domain/DueRepositories")<
  DueRepositories,
  {
    /** Claims the repository that is due longest. No other caller gets it for `milliseconds`. Null if none is due. */
    readonly claim: (milliseconds: number) => Effect.Effect<DueRepository | null, StorageUnavailable>;
    /** Extends the claim by another `milliseconds`. */
    readonly renewClaim: (did: Did, milliseconds: number) => Effect.Effect<void, StorageUnavailable>;
    /** Makes a repository due in `milliseconds`; `failed` counts a failed attempt. */
    readonly postpone: (did: Did, milliseconds: number, failed: boolean) => Effect.Effect<void, StorageUnavailable>;
    /** Removes a repository, or makes it due immediately if it was requested again meanwhile. */
    readonly complete: (due: DueRepository) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
