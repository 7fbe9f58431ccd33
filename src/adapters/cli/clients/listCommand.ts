import * as Effect from "effect/Effect";
import { readClientSummaries } from "../../../application/clients/readClientActivity.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { clientJson, clientText } from "./describeClient.ts";
import { readClients } from "./readClients.ts";

const none = "No clients yet. To register one, see tidemark clients register --help";

const report = Effect.gen(function* () {
  const clients = yield* readClients();
  const summaries = yield* readClientSummaries(clients.map(({ clientId }) => clientId));
  const lastUses = new Map(summaries.map(({ clientId, lastUsedAt }) => [clientId, lastUsedAt]));
  const listed = clients.map((client) => {
    const at = lastUses.get(client.clientId) ?? null;
    return { client, lastUsedAt: at === null ? null : isoTime(at) };
  });
  const texts = listed.map(({ client, lastUsedAt }) => clientText(client, [["Last used", lastUsedAt ?? "never"]]));
  return {
    text: texts.length === 0 ? none : texts.join("\n\n"),
    json: { clients: listed.map(({ client, lastUsedAt }) => ({ ...clientJson(client), lastUsedAt })) }
  } satisfies Report;
}).pipe(Effect.mapError(explainFailure));

export const list: Run = (given) => present(given, report);
