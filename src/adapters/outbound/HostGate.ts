import * as Effect from "effect/Effect";

/** How many requests may be under way at once to one host and altogether, and how many more may wait for their turn. */
export interface GateLimits {
  readonly perHost: number;
  readonly total: number;
  readonly waiting: number;
}

/** The gate is full, and so is the room before it. */
export class GateFull {
  readonly _tag = "GateFull";
}

interface Host {
  readonly turns: Effect.Semaphore;
  requests: number;
}

/** Lets a request through when it is its turn; one that is interrupted gives its place to the next. */
export type HostGate = (
  host: string
) => <A, E, R>(request: Effect.Effect<A, E, R>) => Effect.Effect<A, E | GateFull, R>;

/** Makes a gate. A host that keeps everybody waiting fills its own places, and leaves those of all others free. */
export const makeHostGate = ({ perHost, total, waiting }: GateLimits): HostGate => {
  const all = Effect.unsafeMakeSemaphore(total);
  const hosts = new Map<string, Host>();
  let requests = 0;

  const enter = (name: string): Effect.Effect<Host, GateFull> =>
    Effect.suspend(() => {
      const host = hosts.get(name) ?? { turns: Effect.unsafeMakeSemaphore(perHost), requests: 0 };
      if (host.requests >= perHost + waiting || requests >= total + waiting) return Effect.fail(new GateFull());
      hosts.set(name, host);
      host.requests += 1;
      requests += 1;
      return Effect.succeed(host);
    });

  const leave = (name: string, host: Host) =>
    Effect.sync(() => {
      host.requests -= 1;
      requests -= 1;
      if (host.requests === 0) hosts.delete(name);
    });

  return (name) => (request) =>
    Effect.acquireUseRelease(
      enter(name),
      // The turn at the host comes first: whoever waits for a slow host must not take a place from the others.
      ({ turns }) => turns.withPermits(1)(all.withPermits(1)(request)),
      (host) => leave(name, host)
    );
};
