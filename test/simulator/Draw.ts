/** Draws from a sequence of pseudo-random numbers that a seed determines (mulberry32). */
export class Draw {
  private state: number;

  constructor(seed: number) {
    this.state = (seed ^ 0x9e3779b9) >>> 0;
  }

  /** Returns a number of at least 0 and less than 1. */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer of at least 0 and less than `limit`. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<A>(values: readonly [A, ...ReadonlyArray<A>]): A {
    return values[this.below(values.length)] ?? values[0];
  }

  /** Returns one of the values; each is as likely as its weight is large. */
  weighted<A>(values: readonly [readonly [weight: number, value: A], ...ReadonlyArray<readonly [number, A]>]): A {
    let at = this.fraction() * values.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of values) {
      if (at < weight) return value;
      at -= weight;
    }
    return values[0][1];
  }
}
