import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Arr from "effect/Array";
import * as Console from "effect/Console";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import manifest from "../../../package.json" with { type: "json" };
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { loadConfiguration } from "../../adapters/configuration/loadConfiguration.ts";
import * as EmbeddedPostgres from "../../adapters/postgres/embedded/EmbeddedPostgres.ts";
import { installSignalHandlers } from "../installSignalHandlers.ts";
import { announceInstance } from "../instances/RunningInstance.ts";
import { banner } from "../serve/banner.ts";
import { logging } from "../serve/logging.ts";
import { catchProcessFaults, ignoreOutputErrors } from "../serve/processFaults.ts";
import { reportFailure } from "../serve/reportFailure.ts";
import { signingKeyReader } from "../signingKeyReader.ts";
import { connectionsOfWorkers } from "./databaseConnections.ts";
import { type KeptWorker, keepWorkerRunning } from "./keepWorkerRunning.ts";
import type { WorkerEnded } from "./WorkerProcess.ts";
import type { WorkerRole } from "./WorkerRole.ts";

/** Runs the embedded database for the scope, with a connection for every worker; nothing with `DATABASE_URL`. */
const runDatabase = ({ databaseUrl, dataDir, walArchive, workers }: Configuration) =>
  databaseUrl === null
    ? Layer.build(
        EmbeddedPostgres.layer({
          dataDir,
          walArchive,
          settings: { max_connections: String(connectionsOfWorkers(workers)) }
        })
      )
    : Effect.void;

const keptWorker = (role: WorkerRole, delayMs: number, mayStart: Effect.Effect<unknown>) =>
  Effect.map(
    Deferred.make<string | null, WorkerEnded>(),
    (firstReady): KeptWorker => ({ role, delayMs, mayStart, firstReady })
  );

/** What the supervisor knows once all workers do their work. */
interface StartedWorkers {
  readonly setupToken: string | null;
  /** Never succeeds. A defect of what replaces the workers ends the service, since nothing would replace them. */
  readonly running: Effect.Effect<never>;
}

/** Starts the workers for the scope: those for requests end before the one for background jobs. */
const startWorkers = Effect.fnUntraced(function* ({ shutdownDelaySeconds, workers: count }: Configuration) {
  const background = yield* keptWorker({ _tag: "BackgroundWorker" }, 0, Effect.void);
  // The background worker migrates and prepares the instance.
  const prepared = Effect.exit(Deferred.await(background.firstReady));
  const requests = yield* Effect.forEach(Arr.range(1, count), (number) =>
    keptWorker({ _tag: "RequestWorker", number }, shutdownDelaySeconds * 1_000, prepared)
  );
  const fibers = [
    yield* Effect.forkScoped(keepWorkerRunning(background)),
    yield* Effect.forkScoped(
      Effect.zipRight(
        Effect.forEach(requests, keepWorkerRunning, { concurrency: "unbounded", discard: true }),
        Effect.never
      )
    )
  ];
  const running = Effect.zipRight(Fiber.joinAll(fibers), Effect.never);
  const reports = Effect.forEach([background, ...requests], ({ firstReady }) => Deferred.await(firstReady), {
    concurrency: "unbounded"
  });
  const tokens = yield* Effect.raceFirst(reports, running);
  return { setupToken: tokens.find((token) => token !== null) ?? null, running } satisfies StartedWorkers;
});

const supervise = Effect.gen(function* () {
  const configuration = yield* loadConfiguration(process.env, signingKeyReader);
  const logs = logging(configuration);
  const faults = yield* Effect.provide(catchProcessFaults, logs);
  yield* Effect.gen(function* () {
    yield* runDatabase(configuration);
    const { running, setupToken } = yield* startWorkers(configuration);
    const { baseUrl: url, databaseUrl, dataDir } = configuration;
    yield* announceInstance(dataDir, { url, embedded: databaseUrl === null });
    yield* Console.log(banner(manifest.version, configuration, setupToken === null ? null : Redacted.make(setupToken)));
    return yield* running;
  }).pipe(Effect.scoped, Effect.raceFirst(faults), Effect.provide(logs));
});

/** Runs the service as several processes, and replaces those that end, until a signal ends it. */
export const runSupervisor = (): void => {
  installSignalHandlers();
  ignoreOutputErrors();
  Effect.scoped(supervise).pipe(
    Effect.catchAllCause(reportFailure),
    NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true })
  );
};
