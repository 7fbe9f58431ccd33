import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import { listed, registeredIn } from "./clientRegistry.ts";
import * as ReadModels from "./ReadModels.ts";

/** The client registry in memory: replayed at startup, then kept current by following the log. */
export const layer = Layer.effect(
  ClientRegistry,
  Effect.map(ReadModels.ReadModels, ({ clients }) =>
    ClientRegistry.of({
      get: (clientId) =>
        Effect.map(clients.about(`client-${clientId}`), (registry) => registeredIn(registry, clientId)),
      list: Effect.map(clients.aboutAll("client-"), listed),
      snapshot: Effect.map(clients.at, ({ position, state }) => ({ position, clients: listed(state) })),
      awaitPosition: clients.awaitPosition
    })
  )
).pipe(Layer.provide(ReadModels.layer));
