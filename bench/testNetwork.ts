import * as Effect from "effect/Effect";
import { startNetwork } from "../test/pds/startNetwork.ts";

/** Starts a network of real PDSes without accounts, for the scope. */
export const testNetwork = Effect.acquireRelease(
  Effect.promise(() => startNetwork({ accounts: [] })),
  (started) => Effect.promise(() => started.stop())
);
