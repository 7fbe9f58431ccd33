import type * as Either from "effect/Either";
import { type DomainEvent, decodeEvent, type UnreadableEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";

const decoded = new WeakMap<RecordedEvent, Either.Either<DomainEvent, UnreadableEvent>>();

/**
 * Decodes an event of the log. The result is cached as long as it is referenced, so that all subscribers of the log and
 * every decision on the stream share it.
 */
export const decodeRecorded = (recorded: RecordedEvent): Either.Either<DomainEvent, UnreadableEvent> => {
  const event = decoded.get(recorded) ?? decodeEvent(recorded);
  decoded.set(recorded, event);
  return event;
};
