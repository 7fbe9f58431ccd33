import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { type Client, evolveClient, initialClient, type RegisteredClient } from "../../domain/client/Client.ts";
import { ClientEvent } from "../../domain/client/ClientEvent.ts";
import { ClientRegistry } from "../../domain/client/ClientRegistry.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { project } from "./Projection.ts";

interface Entry {
  readonly registeredAt: number;
  readonly client: Client;
}

/** Every client that there ever was, by its id. */
export type Registry = HashMap.HashMap<string, Entry>;

const isClientEvent = Schema.is(ClientEvent);

export const emptyRegistry: Registry = HashMap.empty();

/** The registry after an event. */
export const evolveRegistry = (registry: Registry, event: DomainEvent, recorded: RecordedEvent): Registry => {
  if (!isClientEvent(event)) return registry;
  const before = Option.getOrElse(HashMap.get(registry, event.clientId), () => ({
    registeredAt: recorded.position,
    client: initialClient
  }));
  return HashMap.set(registry, event.clientId, { ...before, client: evolveClient(before.client, event) });
};

const registered = (entry: Entry): Option.Option<RegisteredClient> =>
  entry.client._tag === "Registered" ? Option.some(entry.client.client) : Option.none();

/** Those that are registered, in the order of their registration. */
export const listed = (registry: Registry): ReadonlyArray<RegisteredClient> =>
  [...HashMap.values(registry)]
    .sort((left, right) => left.registeredAt - right.registeredAt)
    .flatMap((entry) => Option.toArray(registered(entry)));

/** The client registry in memory: replayed at start, kept current by following the log. */
export const layer = Layer.scoped(
  ClientRegistry,
  Effect.gen(function* () {
    const projection = yield* project(emptyRegistry, evolveRegistry);
    return ClientRegistry.of({
      get: (clientId) =>
        Effect.map(projection.current, (registry) => Option.flatMap(HashMap.get(registry, clientId), registered)),
      list: Effect.map(projection.current, listed),
      snapshot: Effect.map(projection.at, ({ position, state }) => ({ position, clients: listed(state) })),
      awaitPosition: projection.awaitPosition
    });
  })
);
