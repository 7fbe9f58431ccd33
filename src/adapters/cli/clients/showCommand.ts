import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present } from "../report/present.ts";
import { clientId } from "./clientId.ts";
import { clientDetails } from "./describeClient.ts";
import { readClient } from "./readClients.ts";

const show = (clientId: ClientId) =>
  readClient(clientId).pipe(Effect.mapBoth({ onFailure: explainFailure, onSuccess: clientDetails }));

export const showCommand = Command.make("show", { clientId, json }, ({ clientId, json }) =>
  present(json, show(clientId))
).pipe(Command.withDescription(commandHelp["clients show"].what));
