import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";
import { clientJson, clientText } from "./describeClient.ts";
import { readClients } from "./readClients.ts";

const none = "No clients yet. Register the first one: tidemark clients register --help";

const list = readClients().pipe(
  Effect.mapBoth({
    onFailure: explainFailure,
    onSuccess: (clients): Report => ({
      text: clients.length === 0 ? none : clients.map(clientText).join("\n\n"),
      json: { clients: clients.map(clientJson) }
    })
  })
);

export const listCommand = Command.make("list", { json }, ({ json }) => present(json, list)).pipe(
  Command.withDescription(commandHelp["clients list"].what)
);
