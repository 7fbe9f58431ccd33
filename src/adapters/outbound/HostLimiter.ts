import * as Effect from "effect/Effect";

/** How many requests may be under way at once to one host and altogether, and how many more may wait for either. */
export interface HostLimits {
  readonly perHost: number;
  readonly total: number;
  readonly waiting: number;
}

/** The limiter is full, and so is the room before it. */
export class HostLimitReached {
  readonly _tag = "HostLimitReached";
}

/** Lets a request through when it is its turn; one that is interrupted gives its place to the next. */
export type HostLimiter = (
  host: string
) => <A, E, R>(request: Effect.Effect<A, E, R>) => Effect.Effect<A, E | HostLimitReached, R>;

/** So many places, and a room before them. */
class BoundedSemaphore {
  readonly #places: Effect.Semaphore;
  readonly #room: number;
  requests = 0;

  constructor(places: number, waiting: number) {
    this.#places = Effect.unsafeMakeSemaphore(places);
    this.#room = places + waiting;
  }

  take<A, E, R>(request: Effect.Effect<A, E, R>): Effect.Effect<A, E | HostLimitReached, R> {
    const enter = Effect.suspend(() => {
      if (this.requests >= this.#room) return Effect.fail(new HostLimitReached());
      this.requests += 1;
      return Effect.void;
    });
    const leave = Effect.sync(() => {
      this.requests -= 1;
    });
    return Effect.acquireUseRelease(
      enter,
      () => this.#places.withPermits(1)(request),
      () => leave
    );
  }
}

/**
 * Makes a limiter. The turn at the host comes first: a host that keeps everybody waiting fills its own places and its own
 * room, and leaves those of all others free.
 */
export const makeHostLimiter = ({ perHost, total, waiting }: HostLimits): HostLimiter => {
  const all = new BoundedSemaphore(total, waiting);
  const hosts = new Map<string, BoundedSemaphore>();
  return (name) => (request) =>
    Effect.suspend(() => {
      const host = hosts.get(name) ?? new BoundedSemaphore(perHost, waiting);
      hosts.set(name, host);
      const forget = Effect.sync(() => {
        if (host.requests === 0 && hosts.get(name) === host) hosts.delete(name);
      });
      return Effect.ensuring(host.take(all.take(request)), forget);
    });
};
