import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { knownEventTypes } from "../../../domain/event/DomainEvent.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { type ReadModelSnapshot, ReadModelSnapshots } from "../../../domain/projection/ReadModelSnapshots.ts";
import type { At, ReadModel } from "../ReadModel.ts";
import { leafHashAt } from "./leafHashAt.ts";
import { isIntact, linesIn } from "./snapshotState.ts";

/** Why a snapshot cannot be used, as the predicate of a sentence. Others can use it unless it is `useless`. */
interface Unusable {
  readonly useless: boolean;
  readonly because: string;
}

/** A snapshot of a later version may have folded, or skipped with a reason, what this version cannot read. */
const ofOtherEvents = (
  { types }: Pick<ReadModel<never>, "types">,
  { eventTypes }: ReadModelSnapshot
): Unusable | null => {
  const later = eventTypes.find((type) => !knownEventTypes.has(type));
  if (later !== undefined)
    return { useless: false, because: `it was written by a later version, which knows the event ${later}` };
  const missing = [...types].find((type) => !eventTypes.includes(type));
  return missing === undefined
    ? null
    : { useless: true, because: `it was written by an earlier version, which did not know the event ${missing}` };
};

/** Checks a snapshot of the right schema version against the log. */
const ofOtherLog = Effect.fnUntraced(function* ({ leafHash, position }: ReadModelSnapshot) {
  const { head } = yield* EventLog;
  const end = yield* head;
  if (position > end) return { useless: true, because: `the log ends at position ${end}` };
  return (yield* leafHashAt(position)) === leafHash
    ? null
    : { useless: true, because: "the log has another event at this position" };
});

const corrupt: Unusable = { useless: true, because: "it is corrupt" };

const discarded = Effect.fnUntraced(function* (
  { model, position, schemaVersion }: ReadModelSnapshot,
  { because, useless }: Unusable
) {
  yield* Effect.logWarning(
    `The snapshot of the ${model} at position ${position} is not used, because ${because}. The event log is read from its beginning`
  );
  const { discard } = yield* ReadModelSnapshots;
  if (useless) yield* discard({ model, schemaVersion, position });
});

/** Returns the state of a snapshot, or why it cannot be used. */
const stateIn = Effect.fnUntraced(function* <State>(model: ReadModel<State>, snapshot: ReadModelSnapshot) {
  if (!isIntact(snapshot)) return Either.left(corrupt);
  const unusable = ofOtherEvents(model, snapshot) ?? (yield* ofOtherLog(snapshot));
  if (unusable !== null) return Either.left(unusable);
  const state = Either.mapLeft(model.snapshot.read(linesIn(snapshot)), () => corrupt);
  return Either.map(state, (read): At<State> => ({ position: snapshot.position, state: read }));
});

const findSnapshot = Effect.fnUntraced(function* <State>(model: ReadModel<State>) {
  const { of } = yield* ReadModelSnapshots;
  const found = yield* of(model.name);
  const snapshot = found.find(({ schemaVersion }) => schemaVersion === model.snapshot.version);
  const [other] = found;
  if (snapshot === undefined) {
    if (other !== undefined)
      yield* discarded(other, {
        useless: false,
        because: `it has schema version ${other.schemaVersion}, and this version of Tidemark reads ${model.snapshot.version}`
      });
    return null;
  }
  const state = yield* stateIn(model, snapshot);
  if (Either.isRight(state)) return state.right;
  yield* discarded(snapshot, state.left);
  return null;
});

/**
 * Returns the state of a read model from its snapshot, or its initial state at position 0. A snapshot that is corrupt, of
 * another schema version, of another log or ahead of the log is not used, which is logged.
 */
export const loadSnapshot = <State>(model: ReadModel<State>) =>
  findSnapshot(model).pipe(
    Effect.catchTag("StorageUnavailable", (problem) =>
      Effect.as(Effect.logWarning(`The snapshot of the ${model.name} cannot be read`, problem), null)
    ),
    Effect.map((found): At<State> => found ?? { position: 0, state: model.initial })
  );
