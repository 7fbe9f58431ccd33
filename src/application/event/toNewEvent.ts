import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as FiberRef from "effect/FiberRef";
import { AdministrationEvent } from "../../domain/administration/AdministrationEvent.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { ClientEvent } from "../../domain/client/ClientEvent.ts";
import type { SecureRandom } from "../../domain/crypto/SecureRandom.ts";
import { Causation } from "../../domain/event/Causation.ts";
import { type DomainEvent, encodeEvent, outcomeOf } from "../../domain/event/DomainEvent.ts";
import type { Actor, NewEvent } from "../../domain/event/Envelope.ts";
import { freshEventId } from "../../domain/event/EventId.ts";
import { currentTrace, type TraceContext } from "../../domain/event/Trace.ts";
import { addressMember } from "../../domain/personal/addressHash.ts";

/** The part of the envelope that the event itself does not contain: the actor, the subject, and the client involved. */
export interface EventMetadata {
  readonly actor: Actor;
  readonly clientId?: string | null;
  readonly authorizationId?: string | null;
  readonly subjectDid?: Did | null;
}

/** Event types that change the administration itself, regardless of the actor. */
const administration: ReadonlySet<string> = new Set(AdministrationEvent.members.map(({ _tag }) => _tag));

/** Event types of OAuth clients, which can register, change and remove themselves. */
const registration: ReadonlySet<string> = new Set(ClientEvent.members.map(({ _tag }) => _tag));

/** Whether the log says where an event came from: what admins do, and what clients do to their own registration. */
const saysWhence = ({ _tag }: DomainEvent, { type }: Actor): boolean =>
  type === "admin" || administration.has(_tag) || (type === "client" && registration.has(_tag));

const noMembers = Effect.succeed({});

/**
 * Returns the members that some events have in addition to their own: the hash of the network address that the request
 * came from. They do not affect the meaning of the event, so no decision depends on them.
 */
const addressOf = (
  event: DomainEvent,
  actor: Actor,
  { ipHash }: TraceContext
): Effect.Effect<Readonly<Record<string, string>>> =>
  saysWhence(event, actor) ? Effect.map(ipHash, (hash) => (hash === null ? {} : { [addressMember]: hash })) : noMembers;

/** Wraps an event in its envelope, with the request that caused it. */
export const toNewEvent: (event: DomainEvent, metadata: EventMetadata) => Effect.Effect<NewEvent, never, SecureRandom> =
  Effect.fnUntraced(function* (event, metadata) {
    const trace = yield* FiberRef.get(currentTrace);
    const { data, type } = encodeEvent(event);
    return {
      id: yield* freshEventId,
      occurredAt: new Date(yield* Clock.currentTimeMillis).toISOString(),
      actor: metadata.actor,
      clientId: metadata.clientId ?? null,
      authorizationId: metadata.authorizationId ?? null,
      subjectDid: metadata.subjectDid ?? null,
      requestId: trace.requestId,
      causationId: yield* Causation,
      correlationId: metadata.authorizationId ?? null,
      type,
      data: { ...data, ...(yield* addressOf(event, metadata.actor, trace)) },
      ...outcomeOf(event)
    };
  });
