import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { ReplayGuard } from "../../domain/dpop/ReplayGuard.ts";
import { TokenVault } from "../../domain/vault/TokenVault.ts";
import { runPeriodically } from "../background/runPeriodically.ts";

/** Throws away what expired: secrets of logins that nobody came back from, repeated replies, used proofs. */
export const sweep = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis;
  const vault = yield* TokenVault;
  const guard = yield* ReplayGuard;
  yield* vault.sweep(now);
  yield* guard.sweep(now);
});

/** Sweeps about once a minute, for ever; a failure waits for the next time. */
export const sweepPeriodically = runPeriodically("1 minute", "Nothing was swept")(sweep);
