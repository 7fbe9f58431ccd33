import * as Command from "@effect/cli/Command";
import * as HelpDoc from "@effect/cli/HelpDoc";
import * as Options from "@effect/cli/Options";
import * as ValidationError from "@effect/cli/ValidationError";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { updateClient } from "../../../application/clients/registration/updateClient.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import type { ClientProposal } from "../../../domain/client/registration/ClientProposal.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";
import { clientId } from "./clientId.ts";
import { mayAdminister, name, redirectUri, scope } from "./clientOptions.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";
import { clientJson, clientText } from "./describeClient.ts";
import { readClient } from "./readClients.ts";

type Change = Partial<Pick<ClientProposal, "name" | "redirectUris" | "scope" | "mayAdminister">>;

const nothingToChange = ValidationError.missingFlag(
  HelpDoc.p("Nothing to change: give --name, --redirect-uri, --scope or --may-administer")
);

/** What was given; redirect URIs replace all there were. */
const change = Options.all({
  name: Options.optional(name),
  redirectUris: Options.repeated(redirectUri),
  scope: Options.optional(scope),
  mayAdminister: Options.optional(mayAdminister)
}).pipe(
  Options.mapEffect(({ mayAdminister, name, redirectUris, scope }) => {
    const given: Change = {
      ...(Option.isSome(name) && { name: name.value }),
      ...(redirectUris.length > 0 && { redirectUris }),
      ...(Option.isSome(scope) && { scope: scope.value }),
      ...(Option.isSome(mayAdminister) && { mayAdminister: mayAdminister.value })
    };
    return Object.keys(given).length === 0 ? Effect.fail(nothingToChange) : Effect.succeed(given);
  })
);

const update = (clientId: ClientId, change: Change) =>
  Effect.gen(function* () {
    yield* updateClient(clientId, change, { _tag: "Operator" });
    const client = yield* readClient(clientId);
    return { text: `Updated ${clientText(client)}`, json: clientJson(client) } satisfies Report;
  }).pipe(Effect.provide(clientRegistryWithoutReplay), Effect.mapError(explainFailure));

export const updateCommand = Command.make("update", { clientId, change, json }, ({ clientId, change, json }) =>
  present(json, update(clientId, change))
).pipe(Command.withDescription(commandHelp["clients update"].what));
