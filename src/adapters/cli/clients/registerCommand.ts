import * as Command from "@effect/cli/Command";
import * as Options from "@effect/cli/Options";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import { registerClient } from "../../../application/clients/registration/registerClient.ts";
import { type ClientProposal, defaultClientScope } from "../../../domain/client/registration/ClientProposal.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";
import { authMethod, mayAdminister, name, redirectUri, scope, type } from "./clientOptions.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";
import { clientJson, clientRows, secretAdvice } from "./describeClient.ts";
import { keysOption } from "./keysOption.ts";
import { readClient } from "./readClients.ts";

const register = (proposal: ClientProposal) =>
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

export const registerCommand = Command.make(
  "register",
  {
    name,
    type,
    redirectUris: Options.atLeast(redirectUri, 1),
    scope: Options.withDefault(scope, defaultClientScope),
    authMethod: Options.optional(authMethod),
    keys: keysOption,
    mayAdminister: Options.withDefault(mayAdminister, false),
    json
  },
  ({ json, authMethod, keys, ...proposal }) =>
    present(json, register({ ...proposal, ...keys, tokenEndpointAuthMethod: Option.getOrNull(authMethod) }))
).pipe(Command.withDescription(commandHelp["clients register"].what));
