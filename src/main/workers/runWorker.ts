import * as Cause from "effect/Cause";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as FiberId from "effect/FiberId";
import * as Redacted from "effect/Redacted";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { loadConfiguration } from "../../adapters/configuration/loadConfiguration.ts";
import type { ReadDocuments } from "../../adapters/graphql/persisted/readPersisted.ts";
import { issueFirstSetupToken } from "../../application/admin/setupToken.ts";
import { BackgroundJobs } from "../../application/background/BackgroundJobs.ts";
import { reportAboutProcess, startBackgroundJobs } from "../serve/backgroundJobs.ts";
import { listenForRequests } from "../serve/listenForRequests.ts";
import { serveMetrics } from "../serve/metrics.ts";
import { prepareInstance } from "../serve/prepareInstance.ts";
import { ignoreOutputErrors } from "../serve/processFaults.ts";
import { failureText } from "../serve/reportFailure.ts";
import { runWithService } from "../serve/runWithService.ts";
import { signingKeyReader } from "../signingKeyReader.ts";
import { poolSizeOf } from "./databaseConnections.ts";
import { onMessage, sendToSupervisor } from "./supervisor.ts";
import { roleName, type WorkerRole } from "./WorkerRole.ts";

const runJobs = Effect.fnUntraced(function* (configuration: Configuration, persisted: ReadDocuments) {
  yield* prepareInstance(configuration, persisted);
  yield* startBackgroundJobs(configuration);
  yield* serveMetrics(configuration);
  return null;
});

interface WorkerStart {
  /** False for a worker that replaces another. */
  readonly isFirst: boolean;
  readonly isAskedToStop: () => boolean;
}

/** The first worker that listens issues the setup token, as a service of one process does then. */
const handleRequests = Effect.fnUntraced(function* (
  configuration: Configuration,
  issuesToken: boolean,
  isAskedToStop: () => boolean
) {
  yield* listenForRequests(configuration, yield* serveMetrics(configuration), isAskedToStop);
  const token = issuesToken ? yield* issueFirstSetupToken : null;
  return token === null ? null : Redacted.value(token);
});

/** Each worker has metrics of its own, at a port of its own: the background worker at `METRICS_PORT`, the others after it. */
const withOwnMetrics = (configuration: Configuration, role: WorkerRole): Configuration => {
  const offset = role._tag === "BackgroundWorker" ? 0 : role.number;
  const { metricsPort } = configuration;
  return metricsPort === null ? configuration : { ...configuration, metricsPort: metricsPort + offset };
};

const work = Effect.fnUntraced(function* (role: WorkerRole, { isFirst, isAskedToStop }: WorkerStart) {
  const configuration = withOwnMetrics(yield* loadConfiguration(process.env, signingKeyReader), role);
  const use = { purpose: "worker" as const, connections: poolSizeOf(role, configuration.workers) };
  const main = Effect.fnUntraced(function* (persisted: ReadDocuments) {
    yield* reportAboutProcess;
    const setupToken =
      role._tag === "BackgroundWorker"
        ? yield* runJobs(configuration, persisted)
        : yield* handleRequests(configuration, isFirst && role.number === 1, isAskedToStop);
    yield* sendToSupervisor({ _tag: "Ready", setupToken });
    const jobs = yield* BackgroundJobs;
    return yield* jobs.failed;
  });
  return yield* runWithService(configuration, main, use);
});

const reportToSupervisor = (cause: Cause.Cause<Error>): Effect.Effect<number> =>
  Cause.isInterruptedOnly(cause)
    ? Effect.succeed(0)
    : Effect.as(sendToSupervisor({ _tag: "Failed", problem: failureText(cause) }), 1);

/**
 * Runs one worker until its supervisor or SIGTERM stops it. It ignores signals of the terminal, which reach the supervisor
 * too. Without a supervisor it ends: `node:cluster` exits when the connection to the primary process is lost.
 */
export const runWorker = (role: WorkerRole): void => {
  const start = Deferred.unsafeMake<boolean>(FiberId.none);
  const stop = Deferred.unsafeMake<number>(FiberId.none);
  let isAskedToStop = false;
  const stopInOrder = () => {
    isAskedToStop = true;
    Deferred.unsafeDone(stop, Effect.succeed(0));
  };
  onMessage((message) => {
    if (message._tag === "Start") Deferred.unsafeDone(start, Effect.succeed(message.isFirst));
    else stopInOrder();
  });
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
  process.on("SIGTERM", stopInOrder);
  ignoreOutputErrors();
  sendToSupervisor({ _tag: "Loaded" }).pipe(
    Effect.zipRight(Deferred.await(start)),
    Effect.flatMap((isFirst) => work(role, { isFirst, isAskedToStop: () => isAskedToStop })),
    Effect.scoped,
    Effect.catchAllCause(reportToSupervisor),
    Effect.raceFirst(Deferred.await(stop)),
    Effect.annotateLogs({ worker: roleName(role) }),
    Effect.flatMap((code) => Effect.sync(() => process.exit(code))),
    Effect.runFork
  );
};
