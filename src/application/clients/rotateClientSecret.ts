import * as Effect from "effect/Effect";
import type { ClientId } from "../../domain/client/ClientId.ts";
import { ClientRegistry } from "../../domain/client/ClientRegistry.ts";
import * as decisions from "../../domain/client/decideClient.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { clients } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { aboutClient, type ClientOperator } from "./ClientOperator.ts";
import { freshSecret } from "./freshSecret.ts";

/** Gives a confidential client another secret, and answers it: the only time it can be read. */
export const rotateClientSecret = Effect.fn("rotateClientSecret")(function* (
  clientId: ClientId,
  operator: ClientOperator
) {
  const { secret, hashed } = yield* freshSecret;
  const settled = yield* decide({
    aggregate: clients,
    stream: streamName("client", clientId),
    about: () => aboutClient(operator, clientId),
    decide: (state) =>
      Effect.map(decisions.rotateClientSecret(state, clientId, hashed), (events) => ({ events, outcome: undefined }))
  });
  const registry = yield* ClientRegistry;
  yield* registry.awaitPosition(settled.position);
  return secret;
});
