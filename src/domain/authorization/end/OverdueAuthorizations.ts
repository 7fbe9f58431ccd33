import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/**
 * Authorizations that expired and whose end is not yet recorded: a code was not redeemed, or a refresh token was not
 * used. The PDS of the user still has a session for each.
 */
export class OverdueAuthorizations extends Context.Tag("domain/OverdueAuthorizations")<
  OverdueAuthorizations,
  {
    /**
     * Returns the ids of up to `limit` that expired by `now`, in Unix milliseconds, in order, starting after a given
     * id.
     */
    readonly list: (
      now: number,
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>;
  }
>() {}
