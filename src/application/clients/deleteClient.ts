import * as Effect from "effect/Effect";
import type { ClientId } from "../../domain/client/ClientId.ts";
import { ClientRegistry } from "../../domain/client/ClientRegistry.ts";
import * as decisions from "../../domain/client/decideClient.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { clients } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { aboutClient, type ClientOperator } from "./ClientOperator.ts";

/** Removes a client for good. */
export const deleteClient = Effect.fn("deleteClient")(function* (clientId: ClientId, operator: ClientOperator) {
  const settled = yield* decide({
    aggregate: clients,
    stream: streamName("client", clientId),
    about: () => aboutClient(operator, clientId),
    decide: (state) => Effect.map(decisions.deleteClient(state, clientId), (events) => ({ events, outcome: undefined }))
  });
  const registry = yield* ClientRegistry;
  yield* registry.awaitPosition(settled.position);
});
