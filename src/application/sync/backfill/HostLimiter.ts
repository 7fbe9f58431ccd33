import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { KeyedSemaphore } from "../../concurrency/KeyedSemaphore.ts";

/** How many repositories of one PDS a process fetches at once, and how many of them for backfills. */
const maxConcurrentPerHost = 2;
const maxBackfillsPerHost = 1;

/** Limits the concurrent requests of one process to a PDS, and honors the time before which a PDS wants none. */
export interface HostLimiter {
  /** Runs with a permit for a PDS; `instead` when there is none now. */
  readonly withPermit: <A, E, R, B, E2, R2>(
    pds: string,
    use: Effect.Effect<A, E, R>,
    instead: Effect.Effect<B, E2, R2>
  ) => Effect.Effect<A | B, E | E2, R | R2>;
  /** The same for a backfill, which leaves a permit for logins. */
  readonly withBackfillPermit: HostLimiter["withPermit"];
  /** Sends no requests to a PDS for this many milliseconds. */
  readonly coolDown: (pds: string, milliseconds: number) => Effect.Effect<void>;
  /** Leaves a PDS to the backfills of another process for this many milliseconds. */
  readonly leave: (pds: string, milliseconds: number) => Effect.Effect<void>;
  /** The PDSes that have no permit for a backfill now. */
  readonly busy: Effect.Effect<ReadonlyArray<string>>;
}

export const makeHostLimiter: Effect.Effect<HostLimiter> = Effect.sync(() => {
  const hosts = new KeyedSemaphore<string>({ permits: maxConcurrentPerHost, waiting: 0 });
  const backfills = new KeyedSemaphore<string>({ permits: maxBackfillsPerHost, waiting: 0 });
  const backfilled = new Set<string>();
  /** Unix milliseconds until which a PDS wants no requests. */
  const pausedUntil = new Map<string, number>();
  /** Unix milliseconds until which a PDS is left to another process. */
  const leftUntil = new Map<string, number>();
  const forgetPast = (now: number): void => {
    for (const all of [pausedUntil, leftUntil]) for (const [host, until] of all) if (until <= now) all.delete(host);
  };
  const withPermit: HostLimiter["withPermit"] = <A, E, R, B, E2, R2>(
    pds: string,
    use: Effect.Effect<A, E, R>,
    instead: Effect.Effect<B, E2, R2>
  ) =>
    Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<A | B, E | E2, R | R2> => {
      forgetPast(now);
      return pausedUntil.has(pds) ? instead : hosts.withPermit(pds, use, instead);
    });
  const marked = <A, E, R>(pds: string, use: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => backfilled.add(pds)),
      () => use,
      () => Effect.sync(() => backfilled.delete(pds))
    );
  return {
    withPermit,
    withBackfillPermit: (pds, use, instead) =>
      backfills.withPermit(pds, withPermit(pds, marked(pds, use), instead), instead),
    coolDown: (pds, milliseconds) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        pausedUntil.set(pds, Math.max(pausedUntil.get(pds) ?? 0, now + milliseconds));
      }),
    leave: (pds, milliseconds) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        leftUntil.set(pds, now + milliseconds);
      }),
    busy: Effect.map(Clock.currentTimeMillis, (now) => {
      forgetPast(now);
      return [...backfilled, ...pausedUntil.keys(), ...leftUntil.keys()];
    })
  };
});
