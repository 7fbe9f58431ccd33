import * as Effect from "effect/Effect";

/** How many sessions one PDS is told of at once. */
const maxConcurrent = 8;

/** How long a PDS in trouble is left alone, in milliseconds. */
const cooldownMs = 30_000;

/** Whose turn it is at each authorization server, by issuer, so that none keeps those of the others waiting. */
export class IssuerLimiter {
  readonly #resting = new Map<string, number>();
  readonly #maxConcurrent = new Map<string, { readonly free: Effect.Semaphore; users: number }>();

  /**
   * Whether a PDS may be asked at `now`, in Unix milliseconds. Of those who come when its cooldown is over the first tries,
   * and the others wait for what becomes of that.
   */
  mayRequest(issuer: string, now: number): boolean {
    const until = this.#resting.get(issuer);
    if (until === undefined) return true;
    if (until > now) return false;
    this.openCircuit(issuer, now);
    return true;
  }

  openCircuit(issuer: string, now: number): void {
    this.#resting.set(issuer, now + cooldownMs);
  }

  closeCircuit(issuer: string): void {
    this.#resting.delete(issuer);
  }

  /** Does something when there is a place at the server. */
  withPermit<A, E, R>(issuer: string, ask: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    const enter = Effect.sync(() => {
      const at = this.#maxConcurrent.get(issuer) ?? { free: Effect.unsafeMakeSemaphore(maxConcurrent), users: 0 };
      this.#maxConcurrent.set(issuer, at);
      at.users += 1;
      return at;
    });
    return Effect.acquireUseRelease(
      enter,
      ({ free }) => free.withPermits(1)(ask),
      (at) =>
        Effect.sync(() => {
          at.users -= 1;
          if (at.users === 0) this.#maxConcurrent.delete(issuer);
        })
    );
  }
}
