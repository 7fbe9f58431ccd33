import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { Did } from "../../domain/atproto/Did.ts";
import type { SecureRandom } from "../../domain/crypto/SecureRandom.ts";
import { type DomainEvent, encodeEvent, outcomeOf } from "../../domain/event/DomainEvent.ts";
import type { Actor, NewEvent } from "../../domain/event/Envelope.ts";
import { freshEventId } from "../../domain/event/EventId.ts";
import { Trace } from "../../domain/event/Trace.ts";

/** Who did it, for whom and through what: the part of the envelope that the event itself does not say. */
export interface About {
  readonly actor: Actor;
  readonly clientId?: string | null;
  readonly authorizationId?: string | null;
  readonly subjectDid?: Did | null;
}

/** Puts an event into its envelope, with the request it belongs to. */
export const describeEvent = (event: DomainEvent, about: About): Effect.Effect<NewEvent, never, SecureRandom> =>
  Effect.gen(function* () {
    const trace = yield* Trace;
    return {
      id: yield* freshEventId,
      occurredAt: new Date(yield* Clock.currentTimeMillis).toISOString(),
      actor: about.actor,
      clientId: about.clientId ?? null,
      authorizationId: about.authorizationId ?? null,
      subjectDid: about.subjectDid ?? null,
      requestId: trace.requestId,
      causationId: trace.causationId,
      correlationId: trace.correlationId ?? about.authorizationId ?? null,
      ...encodeEvent(event),
      ...outcomeOf(event)
    };
  });
