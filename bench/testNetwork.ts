import * as Effect from "effect/Effect";
import { startNetwork } from "../test/pds/startNetwork.ts";

/** A network of real PDSes for the scope, without accounts. */
export const testNetwork = Effect.acquireRelease(
  Effect.promise(() => startNetwork({ accounts: [] })),
  (started) => Effect.promise(() => started.stop())
);
