import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../../atproto/Did.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/** A repository that is to be looked at. */
export interface DueRepository {
  readonly did: Did;
  /** The position of the last event that made it due: what came up while somebody looked is not lost. */
  readonly requestedAt: number;
  /** How often it was tried in vain. */
  readonly failures: number;
}

/**
 * The repositories that are to be looked at. A login makes one due in the transaction that completes it; a new set of
 * Lexicons, and an index that was emptied, makes all due of whom anybody ever signed in. Times are in milliseconds, by the store's own clock.
 */
export class DueRepositories extends Context.Tag("domain/DueRepositories")<
  DueRepositories,
  {
    /** Takes the one that is due longest; nobody else is given it for `milliseconds`. Null when none is due. */
    readonly claim: (milliseconds: number) => Effect.Effect<DueRepository | null, StorageUnavailable>;
    /** Keeps it for another `milliseconds`. */
    readonly renewClaim: (did: Did, milliseconds: number) => Effect.Effect<void, StorageUnavailable>;
    /** Makes it due in `milliseconds`; `failed` counts as a try in vain. */
    readonly postpone: (did: Did, milliseconds: number, failed: boolean) => Effect.Effect<void, StorageUnavailable>;
    /** Strikes it out, or makes it due at once when it was requested again. */
    readonly complete: (due: DueRepository) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
