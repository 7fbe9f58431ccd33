import * as Effect from "effect/Effect";
import { clients } from "../../../application/event/aggregates.ts";
import { loadAggregate } from "../../../application/event/loadAggregate.ts";
import { type Client, initialClient, type RegisteredClient } from "../../../domain/client/Client.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import { ClientNotFound } from "../../../domain/client/decideClient.ts";
import { decodeEvent } from "../../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { streamName } from "../../../domain/event/StreamName.ts";

const pageSize = 5000;
const ofClients = streamName("client", "");

/** Events of anything but clients are passed over undecoded: a long log is mostly those. */
const fold = (found: Map<string, Client>, recorded: RecordedEvent) =>
  Effect.gen(function* () {
    if (!recorded.stream.startsWith(ofClients)) return;
    const event = yield* Effect.orDie(decodeEvent(recorded));
    if (!clients.owns(event)) return;
    found.set(recorded.stream, clients.evolve(found.get(recorded.stream) ?? initialClient, event));
  });

const registered = (client: Client): ReadonlyArray<RegisteredClient> =>
  client._tag === "Registered" ? [client.client] : [];

/** Every client that the log holds now, in the order of registration: a command ends at once and need not follow it. */
export const readClients = Effect.fn("readClients")(function* () {
  const log = yield* EventLog;
  const found = new Map<string, Client>();
  for (let cursor = 0, page = pageSize; page === pageSize; cursor += page) {
    const events = yield* log.read(cursor, pageSize);
    yield* Effect.forEach(events, (recorded) => fold(found, recorded), { discard: true });
    page = events.length;
  }
  return [...found.values()].flatMap(registered);
});

/** One client as the log has it now. */
export const readClient = Effect.fn("readClient")(function* (clientId: ClientId) {
  const { state } = yield* loadAggregate(clients, streamName("client", clientId));
  return state._tag === "Registered" ? state.client : yield* new ClientNotFound({ clientId });
});
