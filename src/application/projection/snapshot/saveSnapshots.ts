import * as Effect from "effect/Effect";
import * as Queue from "effect/Queue";
import { knownEventTypes } from "../../../domain/event/DomainEvent.ts";
import { ReadModelSnapshots } from "../../../domain/projection/ReadModelSnapshots.ts";
import { continueOnError } from "../../background/runPeriodically.ts";
import type { At, ReadModel } from "../ReadModel.ts";
import { leafHashAt } from "./leafHashAt.ts";
import { writeSnapshot } from "./snapshotState.ts";

/** A read model of this process whose snapshot is saved. */
export interface Saved<State> {
  readonly model: ReadModel<State>;
  readonly at: Effect.Effect<At<State>>;
  /** The position of the snapshot that this process loaded or saved last. */
  savedAt: number;
}

/** A start reads this many events of the log in well under a second. */
const eventsBetween = 25_000;

const eventTypes = [...knownEventTypes].sort();

/** Saves a snapshot of a read model that has moved on far enough, unless it could not read an event. */
export const saveSnapshot = Effect.fnUntraced(function* <State>(
  saved: Saved<State>,
  problem: Effect.Effect<string | null>
) {
  const { position, state } = yield* saved.at;
  if (position - saved.savedAt < eventsBetween || (yield* problem) !== null) return;
  const leafHash = yield* leafHashAt(position);
  if (leafHash === null) return;
  const { name, snapshot } = saved.model;
  const { save } = yield* ReadModelSnapshots;
  const about = { model: name, schemaVersion: snapshot.version, position, leafHash, eventTypes };
  yield* save(yield* writeSnapshot(about, snapshot.linesOf(state)));
  saved.savedAt = position;
});

/**
 * Saves the snapshots that are due whenever the read models have moved on, but not more often than every 10 seconds. It
 * never ends, and does not wake while nothing is appended.
 */
export const saveAsTheyMove = <E, R>(moved: Queue.Dequeue<void>, save: Effect.Effect<void, E, R>) =>
  Queue.take(moved).pipe(
    Effect.zipRight(continueOnError("A snapshot of a read model was not saved")(save)),
    Effect.zipRight(Effect.sleep("10 seconds")),
    Effect.forever
  );
