import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import * as Layer from "effect/Layer";
import { EndedAuthorizations } from "../../domain/authorization/EndedAuthorizations.ts";
import { lifetimeBounds } from "../../domain/client/ClientLifetimes.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { project } from "./Projection.ts";

type Ended = HashMap.HashMap<string, number>;

const [, longestAccessToken] = lifetimeBounds.accessToken;

/** Twice the longest life of an access token, in milliseconds: nothing that could still be presented is forgotten. */
const keep = 2 * longestAccessToken * 1000;

const forgetOld = (ended: Ended, now: number): Ended => HashMap.filter(ended, (endedAt) => now - endedAt < keep);

const evolve = (ended: Ended, event: DomainEvent, recorded: RecordedEvent): Ended => {
  if (event._tag !== "AuthorizationEnded.v1") return ended;
  const now = Date.parse(recorded.recordedAt);
  const grown = HashMap.set(ended, event.authorizationId, now);
  return HashMap.size(grown) % 256 === 0 ? forgetOld(grown, now) : grown;
};

/** Ended authorizations in memory, bounded by the life of an access token. */
export const layer = Layer.scoped(
  EndedAuthorizations,
  Effect.gen(function* () {
    const projection = yield* project<Ended>(HashMap.empty(), evolve);
    return EndedAuthorizations.of({
      has: (authorizationId) => Effect.map(projection.current, HashMap.has(authorizationId)),
      awaitPosition: projection.awaitPosition
    });
  })
);
