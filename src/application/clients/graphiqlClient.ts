import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { ClientId } from "../../domain/client/ClientId.ts";
import { defaultClientScope } from "../../domain/client/registration/ClientProposal.ts";
import { registerClient } from "../../domain/client/registration/decideClient.ts";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { systemActor } from "../../domain/event/Envelope.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { clients } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { PublicUrl } from "../instance/PublicUrl.ts";

/** The path of the page, to which users return after login. */
export const graphiqlPath = "/graphiql";

/** The id of the client at an address. A deleted client is followed by one of the next generation. */
const idOf = (publicUrl: string, generation: number): ClientId =>
  ClientId.make(`client_${sha256Base64Url(`GraphiQL ${publicUrl} ${generation}`).slice(0, 22)}`);

const proposalAt = (publicUrl: string) => ({
  name: "GraphiQL",
  type: "public" as const,
  redirectUris: [`${publicUrl}${graphiqlPath}`],
  scope: defaultClientScope,
  tokenEndpointAuthMethod: "none" as const
});

/** Registers the client unless its id is in use; whether it can be used. */
const settle = Effect.fnUntraced(function* (clientId: ClientId, publicUrl: string) {
  const registeredAt = yield* Clock.currentTimeMillis;
  const registration = { origin: "operator", secret: null, registrationTokenHash: null, now: registeredAt } as const;
  return yield* decide({
    aggregate: clients,
    stream: streamName("client", clientId),
    metadata: () => ({ actor: systemActor, clientId }),
    decide: (state) => {
      if (state._tag !== "Unknown") return Effect.succeed({ events: [], outcome: state._tag === "Registered" });
      return Effect.map(registerClient(clientId, proposalAt(publicUrl), registration), (events) => ({
        events,
        outcome: true
      }));
    }
  });
});

/**
 * Returns the id of the public client as which GraphiQL of this instance signs users in. The service registers it when it
 * is first used, at each public URL. `InvalidClient` if no client can return to the public URL, such as one with plain http.
 */
export const graphiqlClient = traced("graphiqlClient")(function* () {
  const publicUrl = yield* PublicUrl;
  const registry = yield* ClientRegistry;
  for (let generation = 0; ; generation++) {
    const clientId = idOf(publicUrl, generation);
    if ((yield* registry.get(clientId))._tag === "Some") return clientId;
    const { outcome: isUsable, position } = yield* settle(clientId, publicUrl);
    yield* registry.awaitPosition(position);
    if (isUsable) return clientId;
  }
});
