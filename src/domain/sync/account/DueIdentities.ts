import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../../atproto/Did.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/** An account whose identity is due to be resolved. `requests` counts, so that a request meanwhile is not lost. */
export interface DueIdentity {
  readonly did: Did;
  readonly requests: number;
  /** The number of failed attempts since the last success. */
  readonly failures: number;
}

/**
 * The accounts whose DID documents are to be resolved again, each at most once per interval. Times are in milliseconds
 * by the clock of the store. Requests join a surrounding `Atomically` transaction.
 */
export class DueIdentities extends Context.Tag("domain/DueIdentities")<
  DueIdentities,
  {
    readonly request: (dids: ReadonlyArray<Did>) => Effect.Effect<void, StorageUnavailable>;
    /** Claims up to `limit` accounts for `milliseconds`. */
    readonly claim: (
      limit: number,
      milliseconds: number
    ) => Effect.Effect<ReadonlyArray<DueIdentity>, StorageUnavailable>;
    /** Completes an account: it is not due before `interval` milliseconds have passed, whoever requests it. */
    readonly complete: (due: DueIdentity, interval: number) => Effect.Effect<void, StorageUnavailable>;
    /**
     * Counts a failed attempt, and makes an account due again in `milliseconds`, or `interval` milliseconds from now if
     * it is requested meanwhile.
     */
    readonly postpone: (
      due: DueIdentity,
      milliseconds: number,
      interval: number
    ) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
