import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import type { Did } from "../../domain/atproto/Did.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { LabelerDirectory, type LabelerIdentity } from "../../domain/labeler/LabelerDirectory.ts";
import { Labelers } from "../../domain/labeler/Labelers.ts";
import type { Lease } from "../../domain/lease/Leases.ts";
import type { SourceDisconnected } from "../../domain/sync/stream/RepoEvents.ts";
import { type SyncCursor, SyncCursors } from "../../domain/sync/stream/SyncCursors.ts";
import { underRenewedLease } from "../lease/withRenewedLease.ts";
import { ConsumerState } from "../sync/stream/ConsumerState.ts";
import { firstDelayMs, nextDelay, withJitter } from "../sync/stream/reconnectDelay.ts";
import { reportState } from "../sync/stream/reportState.ts";
import { consumeLabeler, type LabelerConsumption } from "./consumeLabeler.ts";
import { LabelerRemoved } from "./LabelerRemoved.ts";
import { unresolvableLabeler } from "./unresolvableLabeler.ts";

const leaseOf = (did: Did) => ({ name: `labels of ${did}`, leaseMs: 9_000, renewEveryMs: 3_000 });

/** How often a process that does not follow a labeler tries to. */
const acquireEvery = "3 seconds";
const reportEvery = "5 seconds";

const heldLabeler = Effect.fnUntraced(function* (did: Did) {
  const labeler = yield* (yield* Labelers).hold(did);
  return Option.isSome(labeler) ? labeler.value : yield* new LabelerRemoved({ did });
});

const settleCursor = Effect.fnUntraced(function* (
  { did, endpoint }: LabelerIdentity,
  lease: Lease,
  stored: SyncCursor
) {
  if ((yield* heldLabeler(did)).endpoint === endpoint) return stored;
  const restarted = yield* (yield* SyncCursors).restart(did, lease);
  yield* (yield* Labelers).setEndpoint(did, endpoint);
  return restarted;
});

/** Returns the cursor of a labeler. One that is new, or has another address than before, is read from its first label. */
const cursorAt = Effect.fnUntraced(function* (identity: LabelerIdentity, lease: Lease) {
  const stored = yield* (yield* SyncCursors).takeOver(identity.did, lease);
  return yield* (yield* Atomically).run(settleCursor(identity, lease, stored));
});

/** Follows the labeler from the stored cursor until the connection ends. */
const connectOnce = Effect.fnUntraced(function* (consumption: LabelerConsumption) {
  const directory = yield* LabelerDirectory;
  const identity = yield* Effect.mapError(directory.resolve(consumption.did), unresolvableLabeler);
  const cursor = yield* cursorAt(identity, consumption.lease);
  yield* consumeLabeler(consumption, identity, cursor);
});

/** Begins with the first label after the labeler says that the cursor is ahead of it. Labels that are stored stay. */
const restart = Effect.fnUntraced(function* ({ did, lease }: LabelerConsumption) {
  yield* Effect.logWarning(`The sequence of ${did} started over; all of its labels are read again`);
  yield* (yield* SyncCursors).restart(did, lease);
});

const handleDisconnect = Effect.fnUntraced(function* (
  consumption: LabelerConsumption,
  problem: SourceDisconnected,
  delay: number
) {
  const { did, state } = consumption;
  // A labeler may have nothing to say for hours. It is connected to again, because a dead connection looks the same.
  if (state.connected && problem.reason === "silent") return firstDelayMs;
  state.disconnect(problem, yield* Clock.currentTimeMillis);
  if (problem.reason === "future-cursor") yield* restart(consumption);
  const milliseconds = yield* withJitter(state.progressed ? firstDelayMs : delay);
  const detail = problem.detail === null ? "" : ` (${problem.detail})`;
  yield* Effect.logWarning(
    `No labels of ${did} arrive: ${problem.reason}${detail}. Next attempt in ${Math.ceil(milliseconds / 1000)} s`
  );
  yield* Effect.sleep(milliseconds);
  const next = nextDelay(delay, state.progressed);
  state.progressed = false;
  return next;
});

const reconnecting = Effect.fnUntraced(function* (consumption: LabelerConsumption) {
  let delay = firstDelayMs;
  for (;;) {
    delay = yield* connectOnce(consumption).pipe(
      Effect.as(firstDelayMs),
      Effect.catchTag("SourceDisconnected", (problem) => handleDisconnect(consumption, problem, delay))
    );
  }
});

const withHeldLease = Effect.fnUntraced(function* (did: Did, lease: Lease) {
  const state = new ConsumerState(yield* Clock.currentTimeMillis);
  yield* Effect.raceFirst(reconnecting({ did, lease, state }), reportState(lease, did, state, reportEvery));
});

/**
 * Consumes the labels of a labeler in one process at a time, indefinitely: another process takes over within 15 seconds
 * after the one that did is killed. A failure of the storage is retried.
 */
export const followLabeler = (did: Did) =>
  underRenewedLease(leaseOf(did), (lease) => withHeldLease(did, lease)).pipe(
    Effect.catchTags({
      LeaseLost: () => Effect.logInfo(`Another process consumes the labels of ${did} now`),
      LabelerRemoved: () =>
        Effect.zipRight(
          Effect.logInfo(`A process that started later has no ${did} in LABELERS. Its labels are not consumed`),
          Effect.sleep("1 minute")
        )
    }),
    Effect.catchAll((problem) =>
      Effect.logWarning(`The labels of ${did} are not consumed while the storage is unavailable`, problem)
    ),
    Effect.repeat(Schedule.jittered(Schedule.spaced(acquireEvery)))
  );
