import * as Command from "@effect/cli/Command";
import * as HelpDoc from "@effect/cli/HelpDoc";
import * as Options from "@effect/cli/Options";
import * as ValidationError from "@effect/cli/ValidationError";
import * as Effect from "effect/Effect";
import { deleteClient } from "../../../application/clients/registration/deleteClient.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";
import { clientId } from "./clientId.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";

const confirmationMissing = ValidationError.missingFlag(
  HelpDoc.p("Deleting a client cannot be undone, and logs its users out: add --yes if you mean it")
);

const yes = Options.boolean("yes").pipe(
  Options.withDescription("Says that you mean it."),
  Options.mapEffect((confirmed) => (confirmed ? Effect.void : Effect.fail(confirmationMissing)))
);

const remove = (clientId: ClientId) =>
  deleteClient(clientId, { _tag: "Operator" }).pipe(
    Effect.as<Report>({ text: `Deleted ${clientId}.`, json: { clientId, deleted: true } }),
    Effect.provide(clientRegistryWithoutReplay),
    Effect.mapError(explainFailure)
  );

export const deleteCommand = Command.make("delete", { clientId, yes, json }, ({ clientId, json }) =>
  present(json, remove(clientId))
).pipe(Command.withDescription(commandHelp["clients delete"].what));
