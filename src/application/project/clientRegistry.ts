import * as HashMap from "effect/HashMap";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { type Client, evolveClient, initialClient, type RegisteredClient } from "../../domain/client/Client.ts";
import { ClientEvent } from "../../domain/client/ClientEvent.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import type { ReadModel } from "./ReadModel.ts";

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

/** Those that are registered, in the order of their registration. */
export const listed = (registry: Registry): ReadonlyArray<RegisteredClient> =>
  [...HashMap.values(registry)]
    .sort((left, right) => left.registeredAt - right.registeredAt)
    .flatMap(({ client }) => (client._tag === "Registered" ? [client.client] : []));

/** The client of an id, if it is registered. */
export const registeredIn = (registry: Registry, clientId: string): Option.Option<RegisteredClient> =>
  Option.flatMap(HashMap.get(registry, clientId), ({ client }) =>
    client._tag === "Registered" ? Option.some(client.client) : Option.none()
  );

export const clientRegistry: ReadModel<Registry> = {
  types: new Set(ClientEvent.members.map(({ _tag }) => _tag)),
  initial: emptyRegistry,
  evolve: evolveRegistry
};
