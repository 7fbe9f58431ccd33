import * as HashMap from "effect/HashMap";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { Client, evolveClient, initialClient, type RegisteredClient } from "../../domain/client/Client.ts";
import { ClientEvent } from "../../domain/client/ClientEvent.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import type { ReadModel } from "./ReadModel.ts";
import { RegistryEntry } from "./RegistryEntry.ts";
import { snapshotForm } from "./snapshot/SnapshotForm.ts";

interface Entry {
  readonly registeredAt: number;
  readonly client: Extract<Client, { readonly _tag: "Registered" }>;
}

/** The registered clients, by their ids. A deleted client leaves nothing in memory; its id is never reused. */
export type Registry = HashMap.HashMap<string, Entry>;

const isClientEvent = Schema.is(ClientEvent);

export const emptyRegistry: Registry = HashMap.empty();

/** Returns the registry after an event. */
export const evolveRegistry = (registry: Registry, event: DomainEvent, recorded: RecordedEvent): Registry => {
  if (!isClientEvent(event)) return registry;
  const before = Option.getOrNull(HashMap.get(registry, event.clientId));
  const client = evolveClient(before?.client ?? initialClient, event);
  const registeredAt = before?.registeredAt ?? recorded.position;
  return client._tag === "Registered"
    ? HashMap.set(registry, event.clientId, { registeredAt, client })
    : HashMap.remove(registry, event.clientId);
};

/** Returns the registered clients, in the order of their registration. */
export const listed = (registry: Registry): ReadonlyArray<RegisteredClient> =>
  [...HashMap.values(registry)]
    .sort((left, right) => left.registeredAt - right.registeredAt)
    .map(({ client }) => client.client);

/** Returns the client with an id, if it is registered. */
export const registeredIn = (registry: Registry, clientId: string): Option.Option<RegisteredClient> =>
  Option.map(HashMap.get(registry, clientId), ({ client }) => client.client);

function* entriesOf(registry: Registry) {
  for (const { client, registeredAt } of HashMap.values(registry)) yield { registeredAt, client: client.client };
}

export const clientRegistry: ReadModel<Registry> = {
  name: "client registry",
  types: new Set(ClientEvent.members.map(({ _tag }) => _tag)),
  initial: emptyRegistry,
  evolve: evolveRegistry,
  snapshot: snapshotForm({
    version: 2,
    entry: RegistryEntry,
    entriesOf: (registry) => entriesOf(registry),
    stateOf: (entries) =>
      HashMap.fromIterable(
        entries.map(({ client, registeredAt }) => [
          client.clientId,
          { registeredAt, client: Client.Registered({ client }) }
        ])
      )
  })
};
