import { LRUCache } from "lru-cache";

/** How many requests a name may make: `quota` within `seconds`, all of them at once if need be. */
export interface RateLimitPolicy {
  /** As it is called in `RateLimit-Policy`. */
  readonly name: string;
  readonly quota: number;
  readonly seconds: number;
}

/** What a name may still do. Times in whole seconds. */
export interface RateLimitStatus {
  readonly policy: RateLimitPolicy;
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until the whole quota is there again. */
  readonly reset: number;
  /** Until the next request is allowed; 0 when this one was. */
  readonly retryAfter: number;
}

const seconds = (milliseconds: number): number => Math.max(0, Math.ceil(milliseconds / 1000));

/**
 * Counts what names do (generic cell rate algorithm): one number for each, which says when its quota is whole again.
 * Bounded: beyond `capacity` names, the one that was quiet the longest is forgotten.
 */
export class RateLimiter {
  readonly #policy: RateLimitPolicy;
  readonly #refilledAt: LRUCache<string, number>;

  constructor(policy: RateLimitPolicy, capacity: number) {
    this.#policy = policy;
    // By size, since a maximum of entries would be allocated before there are any.
    this.#refilledAt = new LRUCache({ maxSize: capacity, sizeCalculation: () => 1 });
  }

  /** What a name could do at `now`, in Unix milliseconds, without doing it. */
  look(name: string, now: number, cost = 1): RateLimitStatus {
    return this.#decide(Math.max(this.#refilledAt.peek(name) ?? 0, now), now, cost);
  }

  /** Counts a request of a name, unless it is not allowed. */
  take(name: string, now: number, cost = 1): RateLimitStatus {
    const before = Math.max(this.#refilledAt.peek(name) ?? 0, now);
    const allowance = this.#decide(before, now, cost);
    if (allowance.allowed) this.#refilledAt.set(name, before + cost * this.#interval);
    return allowance;
  }

  /** How many names are remembered. */
  get size(): number {
    return this.#refilledAt.size;
  }

  get #interval(): number {
    return (this.#policy.seconds * 1000) / this.#policy.quota;
  }

  #decide(before: number, now: number, cost: number): RateLimitStatus {
    const window = this.#policy.seconds * 1000;
    const after = before + cost * this.#interval;
    const allowed = after - now <= window;
    const refilledAt = allowed ? after : before;
    return {
      policy: this.#policy,
      allowed,
      remaining: Math.max(0, Math.floor((window - (refilledAt - now)) / this.#interval + 1e-6)),
      reset: seconds(refilledAt - now),
      retryAfter: allowed ? 0 : Math.max(1, seconds(after - now - window))
    };
  }
}
