import * as Effect from "effect/Effect";
import { tapBytes } from "../../../domain/record/blob/tapBytes.ts";

/** The maximum time without progress in milliseconds: no chunk is sent, or no response follows the last one. */
const stallTimeoutMs = 60_000;

/**
 * Sends chunks without a total time limit, and fails with `stalled` when there is no progress. A total limit would abort
 * uploads over slow connections.
 */
export const withStallTimeout = <A, E, R>(
  bytes: AsyncIterable<Uint8Array>,
  stalled: E,
  send: (reportDefects: AsyncIterable<Uint8Array>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => {
    let last = clock.unsafeCurrentTimeMillis();
    const reportDefects = tapBytes(bytes, () => {
      last = clock.unsafeCurrentTimeMillis();
    });
    const watch: Effect.Effect<never, E> = Effect.suspend(() => {
      const now = clock.unsafeCurrentTimeMillis();
      return now - last >= stallTimeoutMs
        ? Effect.fail(stalled)
        : Effect.zipRight(Effect.sleep(last + stallTimeoutMs - now), watch);
    });
    return Effect.raceFirst(send(reportDefects), watch);
  });
