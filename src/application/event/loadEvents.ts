import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog, type EventLogUnavailable } from "../../domain/event/EventLog.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import { UnreadableRecord } from "../../domain/event/UnreadableRecord.ts";
import { decodeRecorded } from "./decodeRecorded.ts";

/** The relevant events of a stream as stored in the log, and each as decoded by the domain. */
export interface LoadedEvents {
  readonly history: ReadonlyArray<RecordedEvent>;
  readonly events: ReadonlyArray<DomainEvent>;
}

/** Decodes the events of a stream. One that this version cannot read is a defect, `UnreadableRecord`. */
export const decodeEvents = (history: ReadonlyArray<RecordedEvent>): LoadedEvents => ({
  history,
  events: history.map((recorded) =>
    Either.getOrThrowWith(decodeRecorded(recorded), () => UnreadableRecord.of(recorded))
  )
});

/**
 * Loads a stream. An event that this version cannot read is a defect, `UnreadableRecord`, since skipping it would
 * produce a wrong state.
 */
export const loadEvents: (stream: StreamName) => Effect.Effect<LoadedEvents, EventLogUnavailable, EventLog> =
  Effect.fnUntraced(function* (stream) {
    const log = yield* EventLog;
    return decodeEvents(yield* log.load(stream));
  });
