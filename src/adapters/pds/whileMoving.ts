import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";

/** Milliseconds without a piece of a stream going out, or an answer after the last one, until the PDS is given up. */
const patience = 60_000;

/**
 * Sends a stream for as long as it takes, and fails with `stalled` when nothing moves any more: a limit on the whole
 * would cut off who has a slow line.
 */
export const whileMoving = <A, E, R>(
  bytes: Stream.Stream<Uint8Array>,
  stalled: E,
  send: (watched: Stream.Stream<Uint8Array>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.currentTimeMillis, (begun) => {
    let last = begun;
    const note = Effect.map(Clock.currentTimeMillis, (now) => {
      last = now;
    });
    const watch: Effect.Effect<never, E> = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      now - last >= patience ? Effect.fail(stalled) : Effect.zipRight(Effect.sleep(last + patience - now), watch)
    );
    return Effect.raceFirst(send(Stream.tap(bytes, () => note)), watch);
  });
