import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/**
 * Makes what an effect stores (events, index rows, vault rows) one transaction: all of it or none.
 * Append last: the log's head is locked from the append to the commit.
 */
export class Atomically extends Context.Tag("domain/Atomically")<
  Atomically,
  {
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>;
  }
>() {}
