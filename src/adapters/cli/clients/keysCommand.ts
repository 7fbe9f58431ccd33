import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { updateClient } from "../../../application/clients/registration/updateClient.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import type { Run } from "../command/Command.ts";
import { badUsage, failure } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";
import { clientDetails } from "./describeClient.ts";
import { readClient } from "./readClients.ts";
import { readClientId, readKeys, type TypedKeys } from "./readParameters.ts";

const noKeys = badUsage("the keys are missing: add --jwks or --jwks-uri");

const requireKeyAuthentication = (clientId: ClientId) =>
  Effect.flatMap(Effect.mapError(readClient(clientId), explainFailure), ({ tokenEndpointAuthMethod }) =>
    tokenEndpointAuthMethod === "private_key_jwt"
      ? Effect.void
      : failure(
          "client_holds_no_keys",
          `The client ${clientId} authenticates by ${tokenEndpointAuthMethod}, not by keys: register one with --auth-method private_key_jwt`
        )
  );

const replace = (clientId: ClientId, keys: TypedKeys) =>
  Effect.gen(function* () {
    yield* requireKeyAuthentication(clientId);
    yield* updateClient(clientId, keys, { _tag: "Operator" }).pipe(
      Effect.provide(clientRegistryWithoutReplay),
      Effect.mapError(explainFailure)
    );
    const client = yield* Effect.mapError(readClient(clientId), explainFailure);
    const details = clientDetails(client, yield* Clock.currentTimeMillis);
    return { ...details, text: `Updated ${details.text}` } satisfies Report;
  });

export const replaceKeys: Run = (given) =>
  Effect.gen(function* () {
    const clientId = yield* readClientId(given);
    const keys = yield* readKeys(given);
    if (keys.jwks === null && keys.jwksUri === null) return yield* noKeys;
    yield* present(given, replace(clientId, keys));
  });
