import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import manifest from "../../../package.json" with { type: "json" };
import { loadConfiguration } from "../../adapters/configuration/loadConfiguration.ts";
import * as acceptSockets from "../../adapters/http/live/socket/acceptSockets.ts";
import * as HttpServerNode from "../../adapters/http/server/HttpServerNode.ts";
import { issueFirstSetupToken } from "../../application/admin/setupToken.ts";
import { BackgroundJobs } from "../../application/background/BackgroundJobs.ts";
import { eraseRestored } from "../../application/erasure/eraseRestored.ts";
import { recordSeparation } from "../../application/erasure/recordSeparation.ts";
import { adoptKeys } from "../../application/instance/adoptKeys.ts";
import { adoptPublicUrl } from "../../application/instance/adoptPublicUrl.ts";
import { settleWebhook } from "../../application/webhook/settleWebhook.ts";
import { installSignalHandlers } from "../installSignalHandlers.ts";
import { announceInstance } from "../instances/RunningInstance.ts";
import { signingKeyReader } from "../signingKeyReader.ts";
import { startBackgroundJobs } from "./backgroundJobs.ts";
import { banner } from "./banner.ts";
import { loadConfiguredLexicons } from "./configuredLexicons.ts";
import { instanceSettingsLayer } from "./instanceSettings.ts";
import { logging } from "./logging.ts";
import { serveMetrics } from "./metrics.ts";
import { checkPersistedDocuments, readPersistedDocuments } from "./persistedDocuments.ts";
import { catchProcessFaults, ignoreOutputErrors } from "./processFaults.ts";
import { reportFailure } from "./reportFailure.ts";
import { routesWith } from "./routes.ts";
import { service } from "./service.ts";
import { warnAboutEnvironment } from "./warnAboutEnvironment.ts";

const serve = Effect.gen(function* () {
  const configuration = yield* loadConfiguration(process.env, signingKeyReader);
  const logs = logging(configuration);
  const faults = yield* Effect.provide(catchProcessFaults, logs);
  const persisted = yield* readPersistedDocuments(configuration);
  const { baseUrl: publicUrl, host, port, trustedProxies } = configuration;
  yield* Effect.gen(function* () {
    yield* warnAboutEnvironment(process.env, configuration);
    yield* eraseRestored;
    yield* recordSeparation;
    yield* adoptPublicUrl(publicUrl, configuration.previousBaseUrl);
    const signingKeys = configuration.signingKeys.map(({ kid }) => kid);
    yield* adoptKeys({ signingKeys, retired: configuration.retiredKeys });
    yield* settleWebhook;
    yield* loadConfiguredLexicons(configuration);
    yield* checkPersistedDocuments(persisted, configuration);
    yield* startBackgroundJobs(configuration);
    const metrics = yield* serveMetrics(configuration);
    yield* Layer.build(
      acceptSockets
        .layer({ trustedProxies })
        .pipe(
          Layer.provide(HttpServerNode.layer({ host, port, publicUrl, trustedProxies, routes: routesWith(metrics) }))
        )
    );
    yield* announceInstance(configuration.dataDir, { url: publicUrl, embedded: configuration.databaseUrl === null });
    const setupToken = yield* issueFirstSetupToken;
    yield* Console.log(banner(manifest.version, configuration, setupToken));
    const jobs = yield* BackgroundJobs;
    return yield* jobs.failed;
  }).pipe(
    // The server closes before the services that its requests use.
    Effect.scoped,
    Effect.provide(service(configuration, persisted)),
    Effect.provide(instanceSettingsLayer(manifest.version, configuration, process.env)),
    Effect.raceFirst(faults),
    Effect.provide(logs)
  );
});

/** Runs the service until a signal ends it, or a job that it cannot do without has died. */
export const runService = (): void => {
  installSignalHandlers();
  ignoreOutputErrors();
  Effect.scoped(serve).pipe(
    Effect.catchAllCause(reportFailure),
    NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true })
  );
};
