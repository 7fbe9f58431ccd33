import { fileURLToPath } from "node:url";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import manifest from "../package.json" with { type: "json" };
import { loadConfiguration } from "./adapters/configuration/loadConfiguration.ts";
import { misspelledSentence, misspelledVariables } from "./adapters/configuration/misspelledVariables.ts";
import { readLexiconFolder } from "./adapters/filesystem/readLexiconFolder.ts";
import * as HttpServerNode from "./adapters/http/server/HttpServerNode.ts";
import { generateSigningKey } from "./adapters/jose/generateSigningKey.ts";
import { parseSigningKeys } from "./adapters/jose/parseSigningKeys.ts";
import { settleKeys } from "./application/administer/settleKeys.ts";
import { settlePublicUrl } from "./application/administer/settlePublicUrl.ts";
import { issueFirstSetupToken } from "./application/administer/setupToken.ts";
import { sweepRegularly } from "./application/administer/sweep.ts";
import { followHistory } from "./application/audit/followHistory.ts";
import { endOverdueRegularly } from "./application/authorize/endOverdue.ts";
import { BackgroundJobs } from "./application/background/BackgroundJobs.ts";
import { forkSupervised } from "./application/background/supervise.ts";
import { expireRegistrationsRegularly } from "./application/clients/expireRegistrations.ts";
import { loadFirstLexicons } from "./application/lexicons/loadFirstLexicons.ts";
import { settleRegularly } from "./application/records/settleOpenWrites.ts";
import { giveBackRegularly } from "./application/session/giveBackRegularly.ts";
import { backfillRegularly } from "./application/sync/backfillRegularly.ts";
import { banner } from "./banner.ts";
import { warnOfTemporaryFolder } from "./examineMachine.ts";
import { settingsToTell } from "./instanceSettings.ts";
import { LexiconDirInvalid } from "./LexiconDirInvalid.ts";
import { logging } from "./logging.ts";
import { checkPersistedDocuments, readPersistedDocuments } from "./persistedDocuments.ts";
import { ignoreLostOutput, watchForFaults } from "./processFaults.ts";
import { reportFailure } from "./reportFailure.ts";
import { routes } from "./routes.ts";
import { service } from "./service.ts";
import { stopOnce } from "./stopOnce.ts";

const ownLexicons = fileURLToPath(new URL("../lexicons", import.meta.url));

const serve = Effect.gen(function* () {
  const configuration = yield* loadConfiguration(process.env, {
    parse: parseSigningKeys,
    generate: generateSigningKey
  });
  const logs = logging(configuration);
  const faults = yield* Effect.provide(watchForFaults, logs);
  const persisted = yield* readPersistedDocuments(configuration);
  const { baseUrl: publicUrl, host, lexiconDir, port, trustedProxies } = configuration;
  yield* Effect.gen(function* () {
    for (const misspelled of misspelledVariables(process.env)) yield* Effect.logWarning(misspelledSentence(misspelled));
    yield* warnOfTemporaryFolder(configuration);
    yield* settlePublicUrl(publicUrl, configuration.baseUrlBefore);
    const signingKeys = configuration.signingKeys.map(({ kid }) => kid);
    yield* settleKeys({ signingKeys, retired: configuration.retiredKeys });
    const read = readLexiconFolder(lexiconDir ?? ownLexicons);
    yield* loadFirstLexicons({ named: lexiconDir !== null, read }).pipe(
      Effect.mapError((failure) =>
        failure._tag === "InvalidLexicons" && lexiconDir !== null ? LexiconDirInvalid.of(failure, lexiconDir) : failure
      )
    );
    yield* checkPersistedDocuments(persisted, configuration);
    yield* forkSupervised("sweep")(sweepRegularly);
    yield* forkSupervised("settle open writes")(settleRegularly);
    yield* forkSupervised("revoke at PDSes")(giveBackRegularly);
    yield* forkSupervised("audit trail")(followHistory);
    yield* forkSupervised("end overdue authorizations")(endOverdueRegularly);
    yield* forkSupervised("expire unused registrations")(expireRegistrationsRegularly);
    if (configuration.backfill)
      yield* forkSupervised("backfill")(backfillRegularly({ concurrency: configuration.backfillConcurrency }));
    yield* Layer.build(HttpServerNode.layer({ host, port, publicUrl, trustedProxies, routes }));
    const setupToken = yield* issueFirstSetupToken;
    yield* Console.log(banner(manifest.version, configuration, setupToken));
    const jobs = yield* BackgroundJobs;
    return yield* jobs.failed;
  }).pipe(
    // The server closes before what its requests need.
    Effect.scoped,
    Effect.provide(service(configuration, persisted)),
    Effect.provide(settingsToTell(manifest.version, configuration, process.env)),
    Effect.raceFirst(faults),
    Effect.provide(logs)
  );
});

stopOnce();
ignoreLostOutput();
Effect.scoped(serve).pipe(
  Effect.catchAllCause(reportFailure),
  NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true })
);
