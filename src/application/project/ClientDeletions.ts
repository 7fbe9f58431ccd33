import * as Effect from "effect/Effect";
import * as HashSet from "effect/HashSet";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import { ClientAuthorizationsEnded } from "../../domain/authorization/ClientAuthorizationsEnded.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { type Lease, Leases } from "../../domain/session/Leases.ts";
import { endAuthorizationsOf } from "../authorize/endAuthorizationsOf.ts";
import { clients } from "../event/aggregates.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { project } from "./Projection.ts";

type Unsettled = HashSet.HashSet<string>;

const evolve = (unsettled: Unsettled, event: DomainEvent): Unsettled => {
  if (event._tag === "ClientDeleted.v1") return HashSet.add(unsettled, event.clientId);
  return event._tag === "ClientAuthorizationsEnded.v1" ? HashSet.remove(unsettled, event.clientId) : unsettled;
};

/** How long one process may take before another goes on with it, in milliseconds. */
const leaseTime = 10 * 60_000;

const settle = Effect.fnUntraced(function* (clientId: string) {
  const count = yield* endAuthorizationsOf({ _tag: "OfClient", clientId }, "client-deleted");
  const stream = streamName("client", clientId);
  const { version } = yield* loadAggregate(clients, stream);
  const event = new ClientAuthorizationsEnded({ clientId, count });
  yield* appendEvents(stream, version, [event], { actor: { type: "system", id: null }, clientId });
});

const settleAlone = Effect.fnUntraced(
  function* (clientId: string) {
    const leases = yield* Leases;
    const release = Option.match({
      onNone: () => Effect.void,
      onSome: (held: Lease) => Effect.ignore(leases.release(held))
    });
    yield* Effect.acquireUseRelease(
      leases.acquire(`client-deletion-${clientId}`, leaseTime),
      (lease) => (Option.isSome(lease) ? settle(clientId) : Effect.void),
      release
    );
  },
  Effect.catchAll((problem) => Effect.logWarning("The authorizations of a deleted client have not all ended", problem))
);

/**
 * Ends the authorizations of clients that were deleted, by whomever and in whatever process: at once, or when this
 * process starts, or a minute after another one that had begun was lost.
 */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const projection = yield* project<Unsettled>(HashSet.empty(), evolve);
    const again = Stream.repeatEffect(Effect.delay(projection.current, "1 minute"));
    yield* Stream.merge(projection.changes, again).pipe(
      Stream.runForEach((unsettled) => Effect.forEach(unsettled, settleAlone, { discard: true })),
      Effect.forkScoped
    );
  })
);
