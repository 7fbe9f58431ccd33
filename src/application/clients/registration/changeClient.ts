import * as Effect from "effect/Effect";
import type * as Either from "effect/Either";
import type { Client } from "../../../domain/client/Client.ts";
import type { ClientEvent } from "../../../domain/client/ClientEvent.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import { ClientRegistry } from "../../../domain/client/registry/ClientRegistry.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { clients } from "../../event/aggregates.ts";
import { decide } from "../../event/decide.ts";
import { type ClientManager, clientEventMetadata } from "./ClientManager.ts";
import { requireOwner } from "./requireOwner.ts";

const concernsAdministration = (state: Client, events: ReadonlyArray<ClientEvent>): boolean =>
  (state._tag === "Registered" && state.client.mayAdminister) ||
  events.some(({ _tag }) => _tag === "ClientAdministrationSet.v1");

/** Decides on an existing client, and waits until the registry of this process reflects the decision. */
export const changeClient = Effect.fnUntraced(function* <E>(
  clientId: ClientId,
  manager: ClientManager,
  decision: (state: Client) => Either.Either<ReadonlyArray<ClientEvent>, E>
) {
  const settled = yield* decide({
    aggregate: clients,
    stream: streamName("client", clientId),
    metadata: () => clientEventMetadata(manager, clientId),
    decide: (state) =>
      Effect.flatMap(decision(state), (events) =>
        Effect.as(requireOwner(manager, concernsAdministration(state, events)), { events, outcome: undefined })
      )
  });
  const registry = yield* ClientRegistry;
  yield* registry.awaitPosition(settled.position);
});
