import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StreamName } from "../../event/StreamName.ts";
import type { QueueLength } from "../../health/QueueLength.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/**
 * The writes whose outcome is uncertain, by stream. They are added and removed in the transaction that appends their
 * events. Times are in milliseconds by the clock of the store.
 */
export class OpenWrites extends Context.Tag("domain/OpenWrites")<
  OpenWrites,
  {
    /** Claims up to `limit` due writes, longest due first. No other caller gets them for `milliseconds`. */
    readonly claim: (
      limit: number,
      milliseconds: number
    ) => Effect.Effect<ReadonlyArray<StreamName>, StorageUnavailable>;
    /** Makes a write due in `milliseconds`. It has no effect if the outcome is certain by now. */
    readonly postpone: (stream: StreamName, milliseconds: number) => Effect.Effect<void, StorageUnavailable>;
    /** Removes a write whose outcome will not change. */
    readonly remove: (stream: StreamName) => Effect.Effect<void, StorageUnavailable>;
    /** Makes all writes due now. */
    readonly makeAllDue: Effect.Effect<void, StorageUnavailable>;
    /** Counts the writes. A write that fails is no longer open, so none counts as failed. */
    readonly length: Effect.Effect<QueueLength, StorageUnavailable>;
  }
>() {}
