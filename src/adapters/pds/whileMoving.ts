import * as Effect from "effect/Effect";
import { observing } from "../../domain/record/observing.ts";

/** Milliseconds without a piece going out, or an answer after the last one, until the PDS is given up. */
const patience = 60_000;

/**
 * Sends pieces for as long as it takes, and fails with `stalled` when nothing moves any more: a limit on the whole
 * would cut off who has a slow line.
 */
export const whileMoving = <A, E, R>(
  bytes: AsyncIterable<Uint8Array>,
  stalled: E,
  send: (watched: AsyncIterable<Uint8Array>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => {
    let last = clock.unsafeCurrentTimeMillis();
    const watched = observing(bytes, () => {
      last = clock.unsafeCurrentTimeMillis();
    });
    const watch: Effect.Effect<never, E> = Effect.suspend(() => {
      const now = clock.unsafeCurrentTimeMillis();
      return now - last >= patience
        ? Effect.fail(stalled)
        : Effect.zipRight(Effect.sleep(last + patience - now), watch);
    });
    return Effect.raceFirst(send(watched), watch);
  });
