import { monitorEventLoopDelay } from "node:perf_hooks";
import * as Effect from "effect/Effect";

const nanosecondsInMillisecond = 1e6;

/**
 * Measures the 99th percentile of the delay of the event loop between two calls, in milliseconds: how much later than planned
 * a timer runs. The timer runs every `resolution` milliseconds, for the scope.
 */
export const eventLoopDelay = (resolution: number) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const histogram = monitorEventLoopDelay({ resolution });
        histogram.enable();
        return histogram;
      }),
      (histogram) => Effect.sync(() => histogram.disable())
    ),
    (histogram) =>
      Effect.sync(() => {
        const delay = histogram.count === 0 ? 0 : histogram.percentile(99) / nanosecondsInMillisecond - resolution;
        histogram.reset();
        return Math.max(0, delay);
      })
  );
