import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { OpenWrites } from "../../../domain/record/write/OpenWrites.ts";
import { foldLog } from "../log/foldLog.ts";

/** Streams, and when each is due, in milliseconds. */
type Due = Map<StreamName, number>;

const fold = (due: Due, { type, reason, recordedAt, stream }: RecordedEvent): void => {
  const at = Date.parse(recordedAt);
  if (type === "WriteRequested.v1") due.set(stream, at + 15_000);
  if (type === "WriteOutcomeUnknown.v1" && due.has(stream)) due.set(stream, at + 1_000);
  if (type === "RecordWritten.v1" || (type === "WriteRejected.v1" && reason !== "not-there")) due.delete(stream);
};

const makeOpenWrites = Effect.map(EventLog, (log) => {
  const due: Due = new Map();
  const catchUp = foldLog(log, (event) => fold(due, event));
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
    })
  });
});

/** Open writes of the event log in this process. */
export const layer: Layer.Layer<OpenWrites, never, EventLog> = Layer.effect(OpenWrites, makeOpenWrites);
