import type * as Duration from "effect/Duration";
import * as Schedule from "effect/Schedule";

/** Delays of 80 to 120 % of a pause, so that processes which start at the same time do not act at the same time. */
export const jitteredPause = (pause: Duration.DurationInput): Schedule.Schedule<number> =>
  Schedule.jittered(Schedule.spaced(pause));

/** Delays that double from `first` to `longest`, with the same jitter. */
export const backoff = (first: Duration.DurationInput, longest: Duration.DurationInput) =>
  Schedule.jittered(Schedule.union(Schedule.exponential(first), Schedule.spaced(longest)));

/**
 * The delays before attempts to reach a database that was lost: from 100 ms to 5 s, and from 100 ms again after half a minute
 * without a failure.
 */
export const reconnectBackoff = Schedule.resetAfter(backoff("100 millis", "5 seconds"), "30 seconds");
