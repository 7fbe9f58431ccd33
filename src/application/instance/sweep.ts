import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { ReplayGuard } from "../../domain/dpop/ReplayGuard.ts";
import { TokenVault } from "../../domain/vault/TokenVault.ts";
import { runPeriodically } from "../background/runPeriodically.ts";

/** Deletes expired data: secrets of abandoned logins, stored replies, and used proofs. */
export const sweep = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis;
  const vault = yield* TokenVault;
  const guard = yield* ReplayGuard;
  yield* vault.sweep(now);
  yield* guard.sweep(now);
});

/** Deletes expired data about once a minute, indefinitely; a failure is retried at the next run. */
export const sweepPeriodically = runPeriodically("1 minute", "Expired data was not deleted")(sweep);
