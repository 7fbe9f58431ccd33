import type * as Either from "effect/Either";
import { type DomainEvent, decodeEvent, type UnreadableEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";

const decoded = new WeakMap<RecordedEvent, Either.Either<DomainEvent, UnreadableEvent>>();

/**
 * An event of the log as the domain knows it, decoded once for as long as somebody holds it: the same one comes to all
 * who follow the log, and to every decision on its stream.
 */
export const decodeRecorded = (recorded: RecordedEvent): Either.Either<DomainEvent, UnreadableEvent> => {
  const event = decoded.get(recorded) ?? decodeEvent(recorded);
  decoded.set(recorded, event);
  return event;
};
