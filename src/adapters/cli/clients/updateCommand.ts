import * as Effect from "effect/Effect";
import { updateClient } from "../../../application/clients/registration/updateClient.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import type { ClientProposal } from "../../../domain/client/registration/ClientProposal.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { mayAdminister, newName, newRedirectUris, scope } from "./clientParameters.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";
import { clientJson, clientText } from "./describeClient.ts";
import { readClient } from "./readClients.ts";
import { readClientId } from "./readParameters.ts";

type Change = Partial<Pick<ClientProposal, "name" | "redirectUris" | "scope" | "mayAdminister">>;

const nothingToChange = badUsage("nothing to change: add --name, --redirect-uri, --scope or --may-administer");

const readChange = (given: Given): Change => {
  const name = given(newName);
  const redirectUris = given(newRedirectUris);
  const newScope = given(scope);
  const administers = given(mayAdminister);
  return {
    ...(name !== null && { name }),
    ...(redirectUris.length > 0 && { redirectUris }),
    ...(newScope !== null && { scope: newScope }),
    ...(administers !== null && { mayAdminister: administers === "yes" })
  };
};

const applyChange = (clientId: ClientId, change: Change) =>
  Effect.gen(function* () {
    yield* updateClient(clientId, change, { _tag: "Operator" });
    const client = yield* readClient(clientId);
    return { text: `Updated ${clientText(client)}`, json: clientJson(client) } satisfies Report;
  }).pipe(Effect.provide(clientRegistryWithoutReplay), Effect.mapError(explainFailure));

export const update: Run = (given) =>
  Effect.gen(function* () {
    const clientId = yield* readClientId(given);
    const change = readChange(given);
    if (Object.keys(change).length === 0) return yield* nothingToChange;
    yield* present(given, applyChange(clientId, change));
  });
