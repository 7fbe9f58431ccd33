import * as Cause from "effect/Cause";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import { jitteredPause } from "./backoff.ts";

/**
 * Continues after a step that failed. A failure may not recur and is logged at a low level; a defect, such as an event
 * that cannot be read, is a bug and is logged as an error. Only the step itself stops.
 */
export const continueOnError = (problem: string) =>
  Effect.catchAllCause((cause: Cause.Cause<unknown>) =>
    Cause.isDie(cause) ? Effect.logError(problem, cause) : Effect.logDebug(problem, cause)
  );

/**
 * Repeats an effect indefinitely, with about this much time between two runs; after a failure the next run is tried.
 */
export const runPeriodically =
  (pause: Duration.DurationInput, problem: string) =>
  <A, E, R>(turn: Effect.Effect<A, E, R>) =>
    Effect.schedule(continueOnError(problem)(turn), jitteredPause(pause));
