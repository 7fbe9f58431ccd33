import * as Clock from "effect/Clock";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import { startProcess, type WorkerEnded, type WorkerProcess } from "./WorkerProcess.ts";
import { roleName, type WorkerRole } from "./WorkerRole.ts";

/** Milliseconds until a worker is replaced: the shortest delay, the longest, and the run after which the shortest applies again. */
const backoffMs = { shortest: 100, longest: 30_000, forgottenAfter: 60_000 };

/** A worker that is to run as long as the service. */
export interface KeptWorker {
  readonly role: WorkerRole;
  /** How long it serves requests after it is asked to stop, in milliseconds. */
  readonly delayMs: number;
  /** Succeeds with what the first process reports when it does its work, or fails if that process ends before. */
  readonly firstReady: Deferred.Deferred<string | null, WorkerEnded>;
  /** Returns when the worker may start. Its code is loaded meanwhile. */
  readonly mayStart: Effect.Effect<unknown>;
}

function* runOnce(kept: KeptWorker, worker: WorkerProcess) {
  yield* worker.loaded;
  yield* Effect.raceFirst(kept.mayStart, worker.ended);
  const isFirst = !(yield* Deferred.isDone(kept.firstReady));
  yield* worker.send({ _tag: "Start", isFirst });
  const setupToken = yield* worker.ready;
  if (isFirst) yield* Deferred.succeed(kept.firstReady, setupToken);
  else yield* Effect.logInfo(`The worker "${roleName(kept.role)}" was replaced`);
  return yield* worker.ended;
}

/** Runs one process until it ends, and returns why it did. */
const untilEnd = (kept: KeptWorker): Effect.Effect<WorkerEnded> =>
  Effect.flip(
    Effect.scoped(
      Effect.flatMap(startProcess(kept.role, kept.delayMs), (worker) => Effect.gen(() => runOnce(kept, worker)))
    )
  );

/** Runs a process until it ends, and waits; returns the delay after the next end. */
function* runAndWait(kept: KeptWorker, planned: number) {
  const start = yield* Clock.currentTimeMillis;
  const ended = yield* untilEnd(kept);
  // A service whose first workers do not start does not start either, so that nothing is left to do.
  if (yield* Deferred.fail(kept.firstReady, ended)) return yield* Effect.never;
  const ran = (yield* Clock.currentTimeMillis) - start;
  const milliseconds = ran < backoffMs.forgottenAfter ? planned : backoffMs.shortest;
  const because = ended.problem === null ? "" : `: ${ended.problem}`;
  yield* Effect.logError(
    `The worker "${ended.worker}" ended with ${ended.status}${because}; another one starts in ${milliseconds} ms`
  );
  yield* Effect.sleep(milliseconds);
  return Math.min(2 * milliseconds, backoffMs.longest);
}

/** Runs a worker, and replaces it whenever its process ends. Its interruption stops the process in order. */
export const keepWorkerRunning = (kept: KeptWorker): Effect.Effect<never> =>
  Effect.zipRight(
    Effect.iterate(backoffMs.shortest, {
      while: () => true,
      body: (planned) => Effect.gen(() => runAndWait(kept, planned))
    }),
    Effect.never
  );
