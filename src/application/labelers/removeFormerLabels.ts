import * as Effect from "effect/Effect";
import type { Did } from "../../domain/atproto/Did.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { inStep } from "../../domain/failure/traced.ts";
import { LabelStore } from "../../domain/label/LabelStore.ts";
import { Labelers } from "../../domain/labeler/Labelers.ts";
import { runPeriodically } from "../background/runPeriodically.ts";
import { settleTakedowns } from "../labels/settleTakedowns.ts";
import { withRenewedLease } from "../lease/withRenewedLease.ts";

/** How many labels one transaction removes. Records that only they hid are shown again in it. */
const pageSize = 200;

/** Removes some labels of a former labeler, and returns their number; null if it was configured again. */
const removePage = Effect.fnUntraced(function* (did: Did) {
  const labelers = yield* Labelers;
  if (!(yield* labelers.holdFormer(did))) return null;
  const subjects = yield* (yield* LabelStore).removeOf(did, pageSize);
  yield* settleTakedowns(subjects);
  return subjects.length;
});

const removeAllOf = Effect.fnUntraced(function* (did: Did) {
  const atomically = yield* Atomically;
  const labelers = yield* Labelers;
  let removed = 0;
  for (;;) {
    const count = yield* atomically.run(removePage(did));
    if (count === null) return;
    if (count === 0) break;
    removed += count;
  }
  yield* atomically.run(labelers.forget(did));
  yield* Effect.logInfo(`${removed} labels of ${did} were removed, because it is no longer in LABELERS`);
});

/** Removes the labels of former labelers, and shows again what only they hid. */
export const removeFormerLabels = Effect.flatMap(Labelers, ({ former }) =>
  Effect.flatMap(former, (dids) => Effect.forEach(dids, removeAllOf, { discard: true }))
).pipe(inStep("removeFormerLabels"));

/** Removes the labels of former labelers, indefinitely, in one process at a time. */
export const removeFormerLabelsPeriodically = Effect.suspend(() =>
  runPeriodically(
    "10 seconds",
    "The labels of former labelers were not removed"
  )(withRenewedLease("labels of former labelers")(removeFormerLabels))
);
