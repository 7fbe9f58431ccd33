import * as Effect from "effect/Effect";
import { deleteClient } from "../../../application/clients/registration/deleteClient.ts";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import type { Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { confirmDeletion } from "./clientParameters.ts";
import { clientRegistryWithoutReplay } from "./clientRegistryWithoutReplay.ts";
import { readClientId } from "./readParameters.ts";

const unconfirmed = badUsage(
  "--yes is missing: deleting a client cannot be undone and logs its users out; add --yes to confirm"
);

const remove = (clientId: ClientId) =>
  deleteClient(clientId, { _tag: "Operator" }).pipe(
    Effect.as<Report>({ text: `Deleted ${clientId}.`, json: { clientId, deleted: true } }),
    Effect.provide(clientRegistryWithoutReplay),
    Effect.mapError(explainFailure)
  );

export const deleteCommand: Run = (given) =>
  Effect.flatMap(readClientId(given), (clientId) =>
    given(confirmDeletion) ? present(given, remove(clientId)) : unconfirmed
  );
