import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { type OpenWriteChange, openWrites } from "../../../domain/projection/openWrites.ts";
import { OpenWrites } from "../../../domain/record/write/OpenWrites.ts";
import { foldChanges } from "../log/foldLog.ts";
import { lengthOf } from "./lengthOf.ts";

/** When each open write is due, in Unix milliseconds, by its stream. */
type Due = Map<StreamName, number>;

const apply = (due: Due, change: OpenWriteChange, { recordedAt, stream }: RecordedEvent): void => {
  switch (change._tag) {
    case "write-opened":
      due.set(stream, Date.parse(recordedAt) + change.dueInMs);
      break;
    case "write-in-doubt":
      if (due.has(stream)) due.set(stream, Date.parse(recordedAt) + change.dueInMs);
      break;
    case "write-not-found":
      break;
    case "write-closed":
      due.delete(stream);
  }
};

const makeOpenWrites = Effect.map(EventLog, (log) => {
  const due: Due = new Map();
  const catchUp = foldChanges(log, openWrites, (change, event) => apply(due, change, event));
  return OpenWrites.of({
    claim: (limit, milliseconds) =>
      Effect.map(catchUp, (now) => {
        const claimed = [...due]
          .filter(([, at]) => at <= now)
          .toSorted(([, a], [, b]) => a - b)
          .slice(0, limit)
          .map(([stream]) => stream);
        for (const stream of claimed) due.set(stream, now + milliseconds);
        return claimed;
      }),
    postpone: (stream, milliseconds) =>
      Effect.map(catchUp, (now) => {
        if (due.has(stream)) due.set(stream, now + milliseconds);
      }),
    remove: (stream) =>
      Effect.map(catchUp, () => {
        due.delete(stream);
      }),
    makeAllDue: Effect.map(catchUp, (now) => {
      for (const stream of due.keys()) due.set(stream, now);
    }),
    length: Effect.map(catchUp, () => lengthOf([...due.keys()].map(() => 0)))
  });
});

/** Open writes of the event log in this process. */
export const layer: Layer.Layer<OpenWrites, never, EventLog> = Layer.effect(OpenWrites, makeOpenWrites);
