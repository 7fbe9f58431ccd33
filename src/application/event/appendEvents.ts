import * as Effect from "effect/Effect";
import type { SecureRandom } from "../../domain/crypto/SecureRandom.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog, type EventLogUnavailable, type VersionConflict } from "../../domain/event/EventLog.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import { type EventMetadata, toNewEvent } from "./toNewEvent.ts";

/** Appends events to a stream that has the expected version. */
export const appendEvents: (
  stream: StreamName,
  expectedVersion: number,
  events: ReadonlyArray<DomainEvent>,
  metadata: EventMetadata
) => Effect.Effect<ReadonlyArray<RecordedEvent>, VersionConflict | EventLogUnavailable, EventLog | SecureRandom> =
  Effect.fnUntraced(function* (stream, expectedVersion, events, metadata) {
    const log = yield* EventLog;
    return yield* log.append(
      stream,
      expectedVersion,
      yield* Effect.forEach(events, (event) => toNewEvent(event, metadata))
    );
  });
