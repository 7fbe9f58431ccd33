import * as Effect from "effect/Effect";
import { LiveConnections, type LiveCounts } from "../../../../src/adapters/http/live/LiveConnections.ts";

/** Lets everything else run once. */
export const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)));

/** Waits until a number of sockets, streams or operations is open. */
export const untilOpen = (kind: keyof LiveCounts, number: number) =>
  Effect.repeat(
    Effect.zipRight(
      turn,
      Effect.map(LiveConnections, ({ counts }) => counts[kind])
    ),
    { until: (open) => open === number }
  );
