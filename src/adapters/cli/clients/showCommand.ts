import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { ClientId } from "../../../domain/client/ClientId.ts";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present } from "../report/present.ts";
import { clientDetails } from "./describeClient.ts";
import { readClient } from "./readClients.ts";
import { readClientId } from "./readParameters.ts";

const report = (clientId: ClientId) =>
  Effect.zip(readClient(clientId), Clock.currentTimeMillis).pipe(
    Effect.mapBoth({ onFailure: explainFailure, onSuccess: ([client, now]) => clientDetails(client, now) })
  );

export const show: Run = (given) => Effect.flatMap(readClientId(given), (clientId) => present(given, report(clientId)));
