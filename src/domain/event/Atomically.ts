import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/**
 * Stores everything that an effect stores (events, index rows, vault rows) in one transaction, all or nothing. Append
 * last: the head of the log is locked from the append to the commit.
 */
export class Atomically extends Context.Tag("domain/Atomically")<
  Atomically,
  {
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>;
  }
>() {}
