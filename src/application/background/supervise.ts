import * as Cause from "effect/Cause";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import type * as Fiber from "effect/Fiber";
import type * as Scope from "effect/Scope";
import { outsideOfSpans } from "../../domain/tracing/inSpan.ts";
import { BackgroundJobFailed, BackgroundJobs } from "./BackgroundJobs.ts";

/** Milliseconds until a job starts again: the shortest delay, the longest, and the run after which the shortest applies again. */
const backoffMs = { shortest: 1_000, longest: 60_000, forgottenAfter: 5 * 60_000 };

interface Supervision {
  /** Why the process cannot continue after a death, in one sentence; null for a death after which the job starts again. */
  readonly fatal?: (cause: Cause.Cause<unknown>) => string | null;
  /** Runs after each death, before the job starts again. */
  readonly onDeath?: Effect.Effect<void>;
}

const causeOf = (exit: Exit.Exit<unknown, unknown>): Cause.Cause<unknown> =>
  Exit.isFailure(exit)
    ? exit.cause
    : Cause.die(new Error("the job ended, although it should run as long as the process"));

const handleDeath = Effect.fnUntraced(function* (
  job: string,
  exit: Exit.Exit<unknown, unknown>,
  supervision: Supervision
) {
  const jobs = yield* BackgroundJobs;
  const cause = causeOf(exit);
  const deaths = jobs.count(job);
  yield* supervision.onDeath ?? Effect.void;
  const problem = supervision.fatal?.(cause) ?? null;
  if (problem !== null) {
    yield* jobs.fail(new BackgroundJobFailed({ job, problem }));
    return yield* Effect.never;
  }
  return yield* Effect.logError(
    `The background job "${job}" died and is restarted (death ${deaths} in this process)`,
    cause
  );
});

/** Runs a job until it dies, buries it and waits; returns the delay after the next death. */
function* runOnce<A, E, R>(job: string, supervision: Supervision, work: Effect.Effect<A, E, R>, planned: number) {
  const start = yield* Clock.currentTimeMillis;
  const exit = yield* Effect.exit(work);
  const ran = (yield* Clock.currentTimeMillis) - start;
  const milliseconds = ran < backoffMs.forgottenAfter ? planned : backoffMs.shortest;
  yield* handleDeath(job, exit, supervision);
  yield* Effect.sleep(milliseconds);
  return Math.min(2 * milliseconds, backoffMs.longest);
}

/**
 * Runs a job that should run for as long as the process. A death, which is any end but an interruption from outside, is
 * logged and counted; then the job starts again after 1 second, twice as long each time up to 1 minute, or the process ends.
 */
export const supervise =
  (job: string, supervision: Supervision = {}) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<never, never, R> =>
    Effect.zipRight(
      Effect.iterate(backoffMs.shortest, {
        while: () => true,
        body: (planned) => Effect.gen(() => runOnce(job, supervision, work, planned))
      }),
      Effect.never
    ).pipe(outsideOfSpans);

/** Runs a supervised job in a fiber of the scope. */
export const forkSupervised =
  (job: string, supervision?: Supervision) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<Fiber.RuntimeFiber<never>, never, R | Scope.Scope> =>
    Effect.forkScoped(supervise(job, supervision)(work));

/** Logs and counts a defect of work that runs once and whose result nobody awaits. */
export const reportDefects =
  (task: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.tapErrorCause(work, (cause) =>
      Cause.isDie(cause)
        ? Effect.flatMap(BackgroundJobs, (jobs) => {
            jobs.count(task);
            return Effect.logError(`The background task "${task}" died`, cause);
          })
        : Effect.void
    );

/** Runs work once in a fiber that outlives the caller. A defect of it is logged and counted. */
export const forkTask =
  (task: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<Fiber.RuntimeFiber<A, E>, never, R> =>
    Effect.forkDaemon(reportDefects(task)(work));
