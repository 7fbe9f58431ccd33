import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { clients } from "../../../application/event/aggregates.ts";
import { loadAggregate } from "../../../application/event/loadAggregate.ts";
import { clientRegistry } from "../../../application/projection/clientRegistry.ts";
import { skippedBy } from "../../../application/projection/ReadModel.ts";
import { replayLog } from "../../../application/projection/replayLog.ts";
import { type Client, initialClient, type RegisteredClient } from "../../../domain/client/Client.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import { ClientNotFound } from "../../../domain/client/registration/decideClient.ts";
import { decodeEvent } from "../../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { UnreadableRecord } from "../../../domain/event/UnreadableRecord.ts";
import { traced } from "../../../domain/failure/traced.ts";

const ofClients = streamName("client", "");

const skippedTypes = skippedBy(clientRegistry);

const fold = (found: Map<string, Client>, recorded: RecordedEvent): void => {
  if (!recorded.stream.startsWith(ofClients)) return;
  const event = Either.getOrThrowWith(decodeEvent(recorded), () => UnreadableRecord.of(recorded));
  if (clients.owns(event))
    found.set(recorded.stream, clients.evolve(found.get(recorded.stream) ?? initialClient, event));
};

const registered = (client: Client): ReadonlyArray<RegisteredClient> =>
  client._tag === "Registered" ? [client.client] : [];

/** Reads all clients of the log, in the order of registration. A command ends at once and need not follow the log. */
export const readClients = traced("readClients")(function* () {
  const found = new Map<string, Client>();
  yield* replayLog(0, skippedTypes, (events) =>
    Effect.sync(() => {
      for (const recorded of events) fold(found, recorded);
    })
  );
  return [...found.values()].flatMap(registered);
});

/** Reads one client from the log. */
export const readClient = traced("readClient")(function* (clientId: ClientId) {
  const { state } = yield* loadAggregate(clients, streamName("client", clientId));
  return state._tag === "Registered" ? state.client : yield* new ClientNotFound({ clientId });
});
