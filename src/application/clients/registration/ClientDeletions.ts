import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import { ClientAuthorizationsEnded } from "../../../domain/authorization/end/ClientAuthorizationsEnded.ts";
import { systemActor } from "../../../domain/event/Envelope.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { endAuthorizationsOf } from "../../authorizations/endAuthorizationsOf.ts";
import { forkSupervised } from "../../background/supervise.ts";
import { clients } from "../../event/aggregates.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { loadAggregate } from "../../event/loadAggregate.ts";
import { withLease } from "../../lease/withLease.ts";
import * as ReadModels from "../../projection/ReadModels.ts";

/** How long one process holds the lease before another may continue, in milliseconds. */
const leaseMs = 10 * 60_000;

const endAuthorizations = Effect.fnUntraced(function* (clientId: string) {
  const count = yield* endAuthorizationsOf({ _tag: "OfClient", clientId }, "client-deleted");
  const stream = streamName("client", clientId);
  const { version } = yield* loadAggregate(clients, stream);
  const event = new ClientAuthorizationsEnded({ clientId, count });
  yield* appendEvents(stream, version, [event], { actor: systemActor, clientId });
});

const endExclusively = (clientId: string) =>
  endAuthorizations(clientId).pipe(
    withLease(`client-deletion-${clientId}`, leaseMs),
    Effect.catchAllCause((cause) =>
      Effect.logWarning("The authorizations of a deleted client have not all ended", cause)
    )
  );

/**
 * Ends the authorizations of deleted clients, regardless of which process deleted them: immediately, when this process
 * starts, or a minute after another process was lost while doing so.
 */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { deletedClients } = yield* ReadModels.ReadModels;
    const again = Stream.repeatEffect(Effect.delay(deletedClients.current, "1 minute"));
    yield* Stream.merge(deletedClients.changes, again).pipe(
      Stream.runForEach((pending) => Effect.forEach(pending, endExclusively, { discard: true })),
      forkSupervised("end the authorizations of deleted clients")
    );
  })
).pipe(Layer.provide(ReadModels.layer));
