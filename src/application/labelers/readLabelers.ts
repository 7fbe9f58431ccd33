import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { inStep } from "../../domain/failure/traced.ts";
import { LabelStore } from "../../domain/label/LabelStore.ts";
import { type Labeler, Labelers } from "../../domain/labeler/Labelers.ts";
import { SyncCursors } from "../../domain/sync/stream/SyncCursors.ts";
import { type SourceError, SyncReports } from "../../domain/sync/stream/SyncReports.ts";
import { type SourceState, sourceState } from "../../domain/sync/stream/sourceState.ts";

/** What is known of a labeler. Times are in Unix milliseconds. */
export interface LabelerStatus extends Labeler {
  readonly state: SourceState;
  /** The position up to which its labels are stored; null before the first one. */
  readonly cursor: number | null;
  /** When the last label that is stored was made, as the labeler states it; null if none is. */
  readonly lastLabelAt: number | null;
  /** The number of its labels that are stored, negations included. */
  readonly labels: number;
  readonly lastError: SourceError | null;
}

const readLabeler = Effect.fnUntraced(function* (labeler: Labeler) {
  const { did } = labeler;
  const now = yield* Clock.currentTimeMillis;
  const report = yield* (yield* SyncReports).find(did);
  const { cursor, time } = yield* (yield* SyncCursors).find(did);
  const labels = yield* (yield* LabelStore).count({ src: did, uri: null, val: null });
  return {
    ...labeler,
    state: sourceState(report, now),
    cursor,
    lastLabelAt: time,
    labels,
    lastError: Option.match(report, { onNone: () => null, onSome: ({ lastError }) => lastError })
  } satisfies LabelerStatus;
});

/** Reads the state of the external labelers by DID, as all processes of the instance see it. */
export const readLabelers = Effect.flatMap(
  Effect.flatMap(Labelers, ({ list }) => list),
  (labelers) => Effect.forEach(labelers, readLabeler)
).pipe(inStep("readLabelers"));
