import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/**
 * Authorizations whose time ran out while nobody said so in the log: a code that no app redeemed, a refresh token that
 * was not used. The person's PDS still holds a session for each.
 */
export class OverdueAuthorizations extends Context.Tag("domain/OverdueAuthorizations")<
  OverdueAuthorizations,
  {
    /** The ids of at most `limit` that ran out by `now`, in Unix milliseconds, and have not ended, in their order, after one. */
    readonly list: (
      now: number,
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>;
  }
>() {}
