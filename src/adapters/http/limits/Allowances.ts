/** How many requests a name may make: `quota` within `seconds`, all of them at once if need be. */
export interface Policy {
  /** As it is called in `RateLimit-Policy`. */
  readonly name: string;
  readonly quota: number;
  readonly seconds: number;
}

/** What a name may still do. Times in whole seconds. */
export interface Allowance {
  readonly policy: Policy;
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
export class Allowances {
  readonly #policy: Policy;
  readonly #capacity: number;
  readonly #wholeAt = new Map<string, number>();

  constructor(policy: Policy, capacity: number) {
    this.#policy = policy;
    this.#capacity = capacity;
  }

  /** What a name could do at `now`, in Unix milliseconds, without doing it. */
  look(name: string, now: number, cost = 1): Allowance {
    return this.#judge(Math.max(this.#wholeAt.get(name) ?? 0, now), now, cost);
  }

  /** Counts a request of a name, unless it is not allowed. */
  take(name: string, now: number, cost = 1): Allowance {
    const before = Math.max(this.#wholeAt.get(name) ?? 0, now);
    const allowance = this.#judge(before, now, cost);
    if (allowance.allowed) this.#remember(name, before + cost * this.#interval);
    return allowance;
  }

  /** How many names are remembered. */
  get size(): number {
    return this.#wholeAt.size;
  }

  get #interval(): number {
    return (this.#policy.seconds * 1000) / this.#policy.quota;
  }

  #judge(before: number, now: number, cost: number): Allowance {
    const window = this.#policy.seconds * 1000;
    const after = before + cost * this.#interval;
    const allowed = after - now <= window;
    const wholeAt = allowed ? after : before;
    return {
      policy: this.#policy,
      allowed,
      remaining: Math.max(0, Math.floor((window - (wholeAt - now)) / this.#interval + 1e-6)),
      reset: seconds(wholeAt - now),
      retryAfter: allowed ? 0 : Math.max(1, seconds(after - now - window))
    };
  }

  #remember(name: string, wholeAt: number): void {
    this.#wholeAt.delete(name);
    this.#wholeAt.set(name, wholeAt);
    const quietest = this.#wholeAt.keys().next();
    if (this.#wholeAt.size > this.#capacity && quietest.done !== true) this.#wholeAt.delete(quietest.value);
  }
}
