import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { AdministrationEvent } from "../../domain/administration/AdministrationEvent.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import type { SecureRandom } from "../../domain/crypto/SecureRandom.ts";
import { type DomainEvent, encodeEvent, outcomeOf } from "../../domain/event/DomainEvent.ts";
import type { Actor, NewEvent } from "../../domain/event/Envelope.ts";
import { freshEventId } from "../../domain/event/EventId.ts";
import { Trace, type TraceContext } from "../../domain/event/Trace.ts";

/** The part of the envelope that the event itself does not contain: the actor, the subject, and the client involved. */
export interface EventMetadata {
  readonly actor: Actor;
  readonly clientId?: string | null;
  readonly authorizationId?: string | null;
  readonly subjectDid?: Did | null;
}

/** Event types that change the administration itself, regardless of the actor. */
const administration: ReadonlySet<string> = new Set(AdministrationEvent.members.map(({ _tag }) => _tag));

/**
 * Returns the members that every event of an admin has in addition to its own: the network address it came from, if
 * any. They do not affect the meaning of the event, so no decision depends on them.
 */
const networkOf = (
  event: DomainEvent,
  { actor }: EventMetadata,
  trace: TraceContext
): Readonly<Record<string, string>> => {
  if (actor.type !== "admin" && !administration.has(event._tag)) return {};
  const { from } = trace;
  return from === null ? {} : { from };
};

/** Wraps an event in its envelope, with the request that caused it. */
export const toNewEvent: (event: DomainEvent, metadata: EventMetadata) => Effect.Effect<NewEvent, never, SecureRandom> =
  Effect.fnUntraced(function* (event, metadata) {
    const trace = yield* Trace;
    const { data, type } = encodeEvent(event);
    return {
      id: yield* freshEventId,
      occurredAt: new Date(yield* Clock.currentTimeMillis).toISOString(),
      actor: metadata.actor,
      clientId: metadata.clientId ?? null,
      authorizationId: metadata.authorizationId ?? null,
      subjectDid: metadata.subjectDid ?? null,
      requestId: trace.requestId,
      // Nothing sets it yet: the log, its hashes and its exports have the field for an event that another one caused.
      causationId: null,
      correlationId: metadata.authorizationId ?? null,
      type,
      data: { ...data, ...networkOf(event, metadata, trace) },
      ...outcomeOf(event)
    };
  });
