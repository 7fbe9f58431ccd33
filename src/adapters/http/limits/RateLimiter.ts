import { LRUCache } from "lru-cache";

/** The rate limit of a name: `quota` requests within `seconds`, with bursts up to the whole quota. */
interface RateLimitPolicy {
  /** The name of the policy in `RateLimit-Policy`. */
  readonly name: string;
  readonly quota: number;
  readonly seconds: number;
}

/** The remaining quota of a name. Times are in whole seconds. */
export interface RateLimitStatus {
  readonly policy: RateLimitPolicy;
  readonly allowed: boolean;
  readonly remaining: number;
  /** The time until the quota is fully restored. */
  readonly reset: number;
  /** The time until the next request is allowed; 0 when this one was allowed. */
  readonly retryAfter: number;
}

const seconds = (milliseconds: number): number => Math.max(0, Math.ceil(milliseconds / 1000));

/**
 * Limits requests by name (generic cell rate algorithm). It stores one number per name: when its quota is fully restored.
 * Beyond `capacity` names, the least recently used one is evicted.
 */
export class RateLimiter {
  readonly #policy: RateLimitPolicy;
  readonly #refilledAt: LRUCache<string, number>;

  constructor(policy: RateLimitPolicy, capacity: number) {
    this.#policy = policy;
    // Limited by size, because a maximum number of entries would be allocated up front.
    this.#refilledAt = new LRUCache({ maxSize: capacity, sizeCalculation: () => 1 });
  }

  /** Returns the remaining quota of a name at `now`, in Unix milliseconds, without counting a request. */
  look(name: string, now: number, cost = 1): RateLimitStatus {
    return this.#decide(Math.max(this.#refilledAt.peek(name) ?? 0, now), now, cost);
  }

  /** Counts a request of a name if it is allowed. */
  take(name: string, now: number, cost = 1): RateLimitStatus {
    const before = Math.max(this.#refilledAt.peek(name) ?? 0, now);
    const allowance = this.#decide(before, now, cost);
    if (allowance.allowed) this.#refilledAt.set(name, before + cost * this.#interval);
    return allowance;
  }

  /** The number of stored names. */
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
