import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { KeyedSemaphore } from "../../concurrency/KeyedSemaphore.ts";

/** How many repositories of one PDS a process fetches at once. */
const maxConcurrentPerHost = 2;

/** Limits the concurrent requests of one process to a PDS, and honors the time before which a PDS wants none. */
export interface HostLimiter {
  /** Runs with a permit for a PDS; `instead` when there is none now. */
  readonly withPermit: <A, E, R, B, E2, R2>(
    pds: string,
    use: Effect.Effect<A, E, R>,
    instead: Effect.Effect<B, E2, R2>
  ) => Effect.Effect<A | B, E | E2, R | R2>;
  /** Sends no requests to a PDS for this many milliseconds. */
  readonly coolDown: (pds: string, milliseconds: number) => Effect.Effect<void>;
}

export const makeHostLimiter: Effect.Effect<HostLimiter> = Effect.sync(() => {
  const hosts = new KeyedSemaphore<string>({ permits: maxConcurrentPerHost, waiting: 0 });
  /** Unix milliseconds until which a PDS wants no requests. */
  const pausedUntil = new Map<string, number>();
  const isPaused = (pds: string, now: number): boolean => {
    for (const [host, until] of pausedUntil) if (until <= now) pausedUntil.delete(host);
    return pausedUntil.has(pds);
  };
  return {
    withPermit: <A, E, R, B, E2, R2>(pds: string, use: Effect.Effect<A, E, R>, instead: Effect.Effect<B, E2, R2>) =>
      Effect.flatMap(
        Clock.currentTimeMillis,
        (now): Effect.Effect<A | B, E | E2, R | R2> =>
          isPaused(pds, now) ? instead : hosts.withPermit(pds, use, instead)
      ),
    coolDown: (pds, milliseconds) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        pausedUntil.set(pds, Math.max(pausedUntil.get(pds) ?? 0, now + milliseconds));
      })
  };
});
