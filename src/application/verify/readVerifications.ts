import * as Effect from "effect/Effect";
import { EventLog } from "../../domain/event/EventLog.ts";
import { lastRuns, openFailures, type VerificationRun } from "../../domain/verification/VerificationHistory.ts";
import { VerificationRuns } from "../../domain/verification/VerificationRuns.ts";
import { nameEvents } from "../audit/nameEvents.ts";

/** How many failed verifications are shown. */
const shownFailures = 10;

const readRuns = Effect.fnUntraced(function* (runs: ReadonlyArray<VerificationRun>) {
  const log = yield* EventLog;
  const newestFirst = runs.toSorted((left, right) => right.position - left.position);
  const found = yield* Effect.forEach(newestFirst, ({ position }) =>
    Effect.catchTag(log.read(position - 1, 1), "CursorBeyondHead", () => Effect.succeed([]))
  );
  const positions = new Set(runs.map(({ position }) => position));
  return yield* nameEvents(found.flat().filter(({ position }) => positions.has(position)));
});

/**
 * Returns the events of the last verification of each kind and of the failed ones that no later one has closed, the newest
 * first.
 */
export const readVerifications = Effect.gen(function* () {
  const history = yield* (yield* VerificationRuns).history;
  const failures = openFailures(history);
  return {
    last: yield* readRuns(lastRuns(history)),
    failed: yield* readRuns(failures.slice(-shownFailures)),
    failedCount: failures.length
  };
});
