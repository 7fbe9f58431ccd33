import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import manifest from "../../../package.json" with { type: "json" };
import { loadConfiguration } from "../../adapters/configuration/loadConfiguration.ts";
import { issueFirstSetupToken } from "../../application/admin/setupToken.ts";
import { BackgroundJobs } from "../../application/background/BackgroundJobs.ts";
import { installSignalHandlers } from "../installSignalHandlers.ts";
import { announceInstance } from "../instances/RunningInstance.ts";
import { signingKeyReader } from "../signingKeyReader.ts";
import { reportAboutProcess, startBackgroundJobs } from "./backgroundJobs.ts";
import { banner } from "./banner.ts";
import { listenForRequests } from "./listenForRequests.ts";
import { serveMetrics } from "./metrics.ts";
import { prepareInstance } from "./prepareInstance.ts";
import { ignoreOutputErrors } from "./processFaults.ts";
import { reportFailure } from "./reportFailure.ts";
import { runWithService } from "./runWithService.ts";

const serve = Effect.fnUntraced(function* (isAskedToStop: () => boolean) {
  const configuration = yield* loadConfiguration(process.env, signingKeyReader);
  const { baseUrl: url, databaseUrl, dataDir } = configuration;
  yield* runWithService(configuration, (persisted) =>
    Effect.gen(function* () {
      yield* prepareInstance(configuration, persisted);
      yield* reportAboutProcess;
      yield* startBackgroundJobs(configuration);
      yield* listenForRequests(configuration, yield* serveMetrics(configuration), isAskedToStop);
      yield* announceInstance(dataDir, { url, embedded: databaseUrl === null });
      const setupToken = yield* issueFirstSetupToken;
      yield* Console.log(banner(manifest.version, configuration, setupToken));
      const jobs = yield* BackgroundJobs;
      return yield* jobs.failed;
    })
  );
});

/** Runs the service in one process until a signal ends it, or a job that it cannot do without has died. */
export const runService = (): void => {
  const isAskedToStop = installSignalHandlers();
  ignoreOutputErrors();
  Effect.scoped(serve(isAskedToStop)).pipe(
    Effect.catchAllCause(reportFailure),
    NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true })
  );
};
