import * as Effect from "effect/Effect";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import type { ReadDocuments } from "../../adapters/graphql/persisted/readPersisted.ts";
import { eraseRestored } from "../../application/erasure/eraseRestored.ts";
import { recordSeparation } from "../../application/erasure/recordSeparation.ts";
import { adoptKeys } from "../../application/instance/adoptKeys.ts";
import { adoptPublicUrl } from "../../application/instance/adoptPublicUrl.ts";
import { settleWebhook } from "../../application/webhook/settleWebhook.ts";
import { loadConfiguredLexicons } from "./configuredLexicons.ts";
import { checkPersistedDocuments } from "./persistedDocuments.ts";
import { warnAboutEnvironment } from "./warnAboutEnvironment.ts";

/** Brings the instance in line with its configuration, before anything is served. */
export const prepareInstance = Effect.fnUntraced(function* (configuration: Configuration, persisted: ReadDocuments) {
  yield* warnAboutEnvironment(process.env, configuration);
  yield* eraseRestored;
  yield* recordSeparation;
  yield* adoptPublicUrl(configuration.baseUrl, configuration.previousBaseUrl);
  const signingKeys = configuration.signingKeys.map(({ kid }) => kid);
  yield* adoptKeys({ signingKeys, retired: configuration.retiredKeys });
  yield* settleWebhook;
  yield* loadConfiguredLexicons(configuration);
  yield* checkPersistedDocuments(persisted, configuration);
});
