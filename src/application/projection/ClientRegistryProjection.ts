import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { ClientId } from "../../domain/client/ClientId.ts";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { listed, registeredIn } from "./clientRegistry.ts";
import * as ReadModels from "./ReadModels.ts";

const isClientId = Schema.is(ClientId);

/**
 * The client registry in memory: replayed at startup, then kept current by following the log. A client that is not in it
 * may have registered at another process a moment ago, so it is looked for again once everything that the log has by then
 * is in the registry.
 */
export const layer = Layer.effect(
  ClientRegistry,
  Effect.zipWith(ReadModels.ReadModels, EventLog, ({ clients }, log) => {
    const known = (clientId: string) =>
      Effect.map(clients.about(`client-${clientId}`), (registry) => registeredIn(registry, clientId));
    const afterCatchingUp = (clientId: string) =>
      Effect.zipRight(Effect.flatMap(log.head, clients.awaitPosition), known(clientId));
    return ClientRegistry.of({
      get: (clientId) =>
        Effect.flatMap(known(clientId), (found) =>
          Option.isSome(found) || !isClientId(clientId) ? Effect.succeed(found) : afterCatchingUp(clientId)
        ),
      list: Effect.map(clients.aboutAll("client-"), listed),
      snapshot: Effect.map(clients.at, ({ position, state }) => ({ position, clients: listed(state) })),
      awaitPosition: clients.awaitPosition
    });
  })
).pipe(Layer.provide(ReadModels.layer));
