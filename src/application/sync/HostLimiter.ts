import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";

/** Repositories of one PDS that are fetched at once, by one process. */
const maxConcurrentPerHost = 2;

interface Host {
  active: number;
  /** Unix milliseconds until which it wants to be left alone. */
  pausedUntil: number;
}

/** Keeps one process from asking a PDS for too much at once, or before the time that it named. */
export interface HostLimiter {
  /** Runs with a turn at a PDS; `instead` when there is none now. */
  readonly withPermit: <A, E, R, B, E2, R2>(
    pds: string,
    use: Effect.Effect<A, E, R>,
    instead: Effect.Effect<B, E2, R2>
  ) => Effect.Effect<A | B, E | E2, R | R2>;
  /** Leaves a PDS alone for that many milliseconds. */
  readonly coolDown: (pds: string, milliseconds: number) => Effect.Effect<void>;
}

export const makeHostLimiter: Effect.Effect<HostLimiter> = Effect.sync(() => {
  const hosts = new Map<string, Host>();
  const hostOf = (pds: string): Host => {
    const host = hosts.get(pds) ?? { active: 0, pausedUntil: 0 };
    hosts.set(pds, host);
    return host;
  };
  const acquire = (pds: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      for (const [name, { active, pausedUntil }] of hosts) if (active === 0 && pausedUntil <= now) hosts.delete(name);
      const host = hostOf(pds);
      if (host.active >= maxConcurrentPerHost || host.pausedUntil > now) return false;
      host.active += 1;
      return true;
    });
  const release = (pds: string) =>
    Effect.sync(() => {
      hostOf(pds).active -= 1;
    });
  return {
    withPermit: <A, E, R, B, E2, R2>(pds: string, use: Effect.Effect<A, E, R>, instead: Effect.Effect<B, E2, R2>) =>
      Effect.acquireUseRelease(
        acquire(pds),
        (taken): Effect.Effect<A | B, E | E2, R | R2> => (taken ? use : instead),
        (taken) => (taken ? release(pds) : Effect.void)
      ),
    coolDown: (pds, milliseconds) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const host = hostOf(pds);
        host.pausedUntil = Math.max(host.pausedUntil, now + milliseconds);
      })
  };
});
