import * as Effect from "effect/Effect";
import { Backfills } from "../../../domain/sync/backfill/Backfills.ts";
import { continueOnError, runPeriodically } from "../../background/runPeriodically.ts";
import { withRenewedLease } from "../../lease/withRenewedLease.ts";
import { ListingFailures } from "./ListingFailures.ts";
import { advanceBackfill } from "./listPages.ts";

/** Advances every running backfill in the one process that has the lease. */
const advanceAll = Effect.fnUntraced(function* (failures: ListingFailures) {
  const running = yield* (yield* Backfills).running;
  if (running.length === 0) return;
  const advance = Effect.forEach(
    running,
    (backfill) => continueOnError(`The backfill ${backfill.id} was not advanced`)(advanceBackfill(failures, backfill)),
    { discard: true }
  );
  yield* withRenewedLease("backfills")(advance);
});

/** Lists the repositories of the running backfills and completes those that are done, indefinitely. */
export const advanceBackfillsPeriodically = Effect.suspend(() =>
  runPeriodically("1 second", "The backfills were not advanced")(advanceAll(new ListingFailures()))
);
