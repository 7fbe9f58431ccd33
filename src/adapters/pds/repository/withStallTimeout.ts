import * as Effect from "effect/Effect";
import { tapBytes } from "../../../domain/record/blob/tapBytes.ts";

/** Milliseconds without a piece going out, or an answer after the last one, until the PDS is given up. */
const stallTimeoutMs = 60_000;

/**
 * Sends pieces for as long as it takes, and fails with `stalled` when nothing moves any more: a limit on the whole
 * would cut off who has a slow line.
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
