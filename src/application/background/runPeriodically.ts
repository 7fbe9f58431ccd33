import * as Cause from "effect/Cause";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import { jitteredPause } from "./backoff.ts";

/**
 * Goes on whatever becomes of a step: what may go better the next time is hardly worth a word, while a defect, such as an
 * event that cannot be read, is an error of ours that somebody must see. It stops nothing but the step itself.
 */
export const continueOnError = (problem: string) =>
  Effect.catchAllCause((cause: Cause.Cause<unknown>) =>
    Cause.isDie(cause) ? Effect.logError(problem, cause) : Effect.logDebug(problem, cause)
  );

/** Does something again and again, for ever, with about so much time between; a failure waits for the next time. */
export const runPeriodically =
  (pause: Duration.DurationInput, problem: string) =>
  <A, E, R>(turn: Effect.Effect<A, E, R>) =>
    Effect.schedule(continueOnError(problem)(turn), jitteredPause(pause));
