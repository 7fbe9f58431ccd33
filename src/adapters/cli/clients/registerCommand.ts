import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { registerClient } from "../../../application/clients/registration/registerClient.ts";
import { type ClientProposal, defaultClientScope } from "../../../domain/client/registration/ClientProposal.ts";
import type { Run } from "../command/Command.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { authMethod, mayAdminister, name, redirectUris, scope, type } from "./clientParameters.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";
import { clientJson, clientRows, secretAdvice } from "./describeClient.ts";
import { readClient } from "./readClients.ts";
import { readKeys } from "./readParameters.ts";

const registerProposal = (proposal: ClientProposal) =>
  Effect.gen(function* () {
    const { clientId, secret: redacted } = yield* registerClient(proposal, { _tag: "Operator" });
    const client = yield* readClient(clientId);
    const secret = redacted === null ? null : Redacted.value(redacted);
    const text = `Registered ${client.name}.\n\n${columns(clientRows(client, secret))}`;
    return {
      text: secret === null ? text : `${text}\n\n${secretAdvice(clientId)}`,
      json: { ...clientJson(client), clientSecret: secret }
    } satisfies Report;
  }).pipe(Effect.provide(clientRegistryWithoutReplay), Effect.mapError(explainFailure));

export const register: Run = (given) =>
  Effect.flatMap(readKeys(given), (keys) =>
    present(
      given,
      registerProposal({
        name: given(name),
        type: given(type),
        redirectUris: given(redirectUris),
        scope: given(scope) ?? defaultClientScope,
        tokenEndpointAuthMethod: given(authMethod),
        mayAdminister: given(mayAdminister) === "yes",
        ...keys
      })
    )
  );
