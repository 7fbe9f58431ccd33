import * as Effect from "effect/Effect";
import type { ClientId } from "../../domain/client/ClientId.ts";
import type { ClientProposal } from "../../domain/client/ClientProposal.ts";
import { ClientRegistry } from "../../domain/client/ClientRegistry.ts";
import * as decisions from "../../domain/client/decideClient.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { clients } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { aboutClient, type ClientOperator } from "./ClientOperator.ts";

/** Changes the name, redirect URIs or scope of a client; what is left out stays. */
export const updateClient = Effect.fn("updateClient")(function* (
  clientId: ClientId,
  change: Partial<Pick<ClientProposal, "name" | "redirectUris" | "scope">>,
  operator: ClientOperator
) {
  const settled = yield* decide({
    aggregate: clients,
    stream: streamName("client", clientId),
    about: () => aboutClient(operator, clientId),
    decide: (state) =>
      Effect.map(decisions.updateClient(state, clientId, change), (events) => ({ events, outcome: undefined }))
  });
  const registry = yield* ClientRegistry;
  yield* registry.awaitPosition(settled.position);
});
