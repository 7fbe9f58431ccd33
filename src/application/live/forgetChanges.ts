import * as Clock from "effect/Clock";
import { traced } from "../../domain/failure/traced.ts";
import { RecordChanges } from "../../domain/record/change/RecordChanges.ts";
import { runPeriodically } from "../background/runPeriodically.ts";
import { withRenewedLease } from "../lease/withRenewedLease.ts";

/** How many commits are deleted by one statement, so that none holds its locks for long. */
const batch = 500;

/** In milliseconds. */
const hour = 3_600_000;

/** Deletes the changes that are older than so many hours, batch by batch, and returns the number of their commits. */
export const forgetChanges = traced("forgetChanges")(function* (hours: number) {
  const changes = yield* RecordChanges;
  const now = yield* Clock.currentTimeMillis;
  const before = now - hours * hour;
  let total = 0;
  for (;;) {
    const count = yield* changes.forget(before, batch);
    total += count;
    if (count < batch) return total;
  }
});

/** Deletes old changes at the start and every ten minutes, in one process at a time. */
export const forgetChangesPeriodically = (hours: number) =>
  runPeriodically(
    "10 minutes",
    "Old changes of records are not deleted yet"
  )(withRenewedLease("delete old changes")(forgetChanges(hours)));
