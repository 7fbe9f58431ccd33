import * as Effect from "effect/Effect";
import type { Did } from "../../domain/atproto/Did.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { systemActor } from "../../domain/event/Envelope.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { Labelers } from "../../domain/labeler/Labelers.ts";
import { LabelersChanged } from "../../domain/labeler/LabelersChanged.ts";
import { labelers as aggregate } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";

const stream = streamName("sync-source", "labelers");

const storeRows = Effect.fnUntraced(function* (dids: ReadonlyArray<Did>) {
  const labelers = yield* Labelers;
  const before = (yield* labelers.list).map(({ did }) => did);
  for (const did of dids) if (!before.includes(did)) yield* labelers.add(did);
  for (const did of before) if (!dids.includes(did)) yield* labelers.remove(did);
});

/**
 * Makes the labels of some labelers, and of no others, have an effect, and records it if they are others than before. The
 * labels of those that were removed are removed by `removeFormerLabels`.
 */
export const settleLabelers = traced("settleLabelers")(function* (configured: ReadonlyArray<Did>) {
  const dids = [...new Set(configured)].toSorted();
  yield* (yield* Atomically).run(storeRows(dids));
  yield* decide({
    aggregate,
    stream,
    metadata: () => ({ actor: systemActor }),
    decide: (before) =>
      Effect.succeed({
        events: before.join() === dids.join() ? [] : [new LabelersChanged({ dids })],
        outcome: undefined
      })
  });
});
