import * as Cause from "effect/Cause";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import type { Did } from "../../domain/atproto/Did.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { Labelers } from "../../domain/labeler/Labelers.ts";
import type { Lease } from "../../domain/lease/Leases.ts";
import { LeaseLost, SyncCursors } from "../../domain/sync/stream/SyncCursors.ts";
import { storeLabels } from "../labels/storeLabels.ts";
import { type CheckedLabels, rejectedLabel } from "./checkLabels.ts";
import { LabelerRemoved } from "./LabelerRemoved.ts";

/** Labels to store, and the cursor after them. `time` is that of the last label, in Unix milliseconds, or null. */
export interface LabelBatch extends CheckedLabels {
  readonly cursor: number;
  readonly time: number | null;
}

/** Whom a batch belongs to, and the cursor before it. */
export interface LabelerSubscription {
  readonly did: Did;
  readonly lease: Lease;
  readonly before: number;
}

function* steps({ cursor, labels, rejections, time }: LabelBatch, { did, lease }: LabelerSubscription) {
  // The first statement locks the fence, so that a former holder of the lease fails before it does anything.
  yield* (yield* SyncCursors).advance(did, lease, cursor, time);
  const labelers = yield* Labelers;
  if (Option.isNone(yield* labelers.hold(did))) return yield* new LabelerRemoved({ did });
  yield* labelers.reject(did, rejections, yield* Clock.currentTimeMillis);
  yield* storeLabels(labels);
}

/** Stores labels with the cursor after them, and what was rejected, in one transaction. */
const storeOnce = Effect.fnUntraced(function* (batch: LabelBatch, subscription: LabelerSubscription) {
  yield* (yield* Atomically).run(Effect.gen(() => steps(batch, subscription)));
});

/** Whether the failure is that this process must not continue, or that it stops. */
const isFinal = (cause: Cause.Cause<unknown>): boolean =>
  Cause.isInterrupted(cause) ||
  [...Cause.failures(cause)].some((failure) => failure instanceof LeaseLost || failure instanceof LabelerRemoved);

/** How a single label that cannot be stored is tried again. */
const retries = { times: 2, schedule: Schedule.spaced("200 millis") };

/** Splits a batch after its first half. Only the last part moves the cursor. */
const halves = (batch: LabelBatch, { before }: LabelerSubscription): readonly [LabelBatch, LabelBatch] => {
  const middle = Math.ceil(batch.labels.length / 2);
  return [
    { ...batch, labels: batch.labels.slice(0, middle), rejections: [], cursor: before },
    { ...batch, labels: batch.labels.slice(middle) }
  ];
};

/**
 * Stores a batch. When that fails although the storage works, the batch is divided until the label is found that cannot be
 * stored; it is rejected, so that it does not block those after it.
 */
export const storeChecked: (batch: LabelBatch, subscription: LabelerSubscription) => ReturnType<typeof storeOnce> =
  Effect.fnUntraced(function* (batch, subscription) {
    const exit = yield* Effect.exit(storeOnce(batch, subscription));
    if (Exit.isSuccess(exit)) return;
    if (isFinal(exit.cause)) return yield* Effect.failCause(exit.cause);
    // Fails if the storage is unavailable: then the labels are delivered again once it works.
    yield* (yield* SyncCursors).find(subscription.did);
    const [only, ...others] = batch.labels;
    if (only === undefined) return yield* Effect.failCause(exit.cause);
    if (others.length > 0) {
      const [first, second] = halves(batch, subscription);
      yield* storeChecked(first, subscription);
      return yield* storeChecked(second, subscription);
    }
    // A deadlock, or another failure that passes, is not a fault of the label.
    const again = yield* Effect.exit(Effect.retry(storeOnce(batch, subscription), retries));
    if (Exit.isSuccess(again)) return;
    if (isFinal(again.cause)) return yield* Effect.failCause(again.cause);
    yield* Effect.logError(`A label of ${subscription.did} at ${batch.cursor} cannot be stored`, again.cause);
    const unstorable = rejectedLabel(
      only,
      "unstorable",
      "it could not be stored; the log of the service has the reason"
    );
    yield* storeOnce({ ...batch, labels: [], rejections: [...batch.rejections, unstorable] }, subscription);
  });
