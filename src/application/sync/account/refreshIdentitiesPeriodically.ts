import * as Effect from "effect/Effect";
import { DueIdentities, type DueIdentity } from "../../../domain/sync/account/DueIdentities.ts";
import { continueOnError, runPeriodically } from "../../background/runPeriodically.ts";
import { refreshIdentity } from "./refreshIdentity.ts";

/** How many identities a process claims at once, and for how many milliseconds. */
const claimed = 50;
const claimMs = 120_000;

/** How many identities a process resolves at once. */
const concurrency = 5;

const refresh = (due: DueIdentity) =>
  continueOnError(`The identity of ${due.did} was not stored`)(refreshIdentity(due));

/** Resolves the identities that are due now. */
export const refreshIdentities = Effect.gen(function* () {
  const store = yield* DueIdentities;
  const next = Effect.tap(store.claim(claimed, claimMs), (due) =>
    Effect.forEach(due, refresh, { concurrency, discard: true })
  );
  yield* Effect.repeat(next, { while: (due) => due.length === claimed });
});

/**
 * Resolves the identities that are due, indefinitely. Several processes share the work; what one leaves unfinished
 * another takes over after two minutes.
 */
export const refreshIdentitiesPeriodically = runPeriodically(
  "1 second",
  "No identities were resolved"
)(refreshIdentities);
