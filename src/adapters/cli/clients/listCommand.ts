import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { clientJson, clientText } from "./describeClient.ts";
import { readClients } from "./readClients.ts";

const none = "No clients yet. To register one, see tidemark clients register --help";

const report = readClients().pipe(
  Effect.mapBoth({
    onFailure: explainFailure,
    onSuccess: (clients): Report => ({
      text: clients.length === 0 ? none : clients.map(clientText).join("\n\n"),
      json: { clients: clients.map(clientJson) }
    })
  })
);

export const list: Run = (given) => present(given, report);
