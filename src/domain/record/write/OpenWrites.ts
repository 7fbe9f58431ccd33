import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StreamName } from "../../event/StreamName.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/**
 * The writes whose outcome is not certain, by their streams: entered and struck out in the transaction that appends
 * their events. Times are in milliseconds, by the store's own clock.
 */
export class OpenWrites extends Context.Tag("domain/OpenWrites")<
  OpenWrites,
  {
    /** Takes at most `limit` writes that are due, the longest due first; nobody else is given them for `milliseconds`. */
    readonly claim: (
      limit: number,
      milliseconds: number
    ) => Effect.Effect<ReadonlyArray<StreamName>, StorageUnavailable>;
    /** Makes one due in `milliseconds`; no effect when it is settled by now. */
    readonly postpone: (stream: StreamName, milliseconds: number) => Effect.Effect<void, StorageUnavailable>;
    /** Strikes out one of which nothing more is to be expected. */
    readonly remove: (stream: StreamName) => Effect.Effect<void, StorageUnavailable>;
    /** Makes all of them due now. */
    readonly makeAllDue: Effect.Effect<void, StorageUnavailable>;
  }
>() {}
