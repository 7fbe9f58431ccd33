import * as Effect from "effect/Effect";
import { KeyedSemaphore } from "../../concurrency/KeyedSemaphore.ts";

/** How many sessions one PDS is told of at once. */
const maxConcurrent = 8;

/** How long a PDS in trouble is left alone, in milliseconds. */
const cooldownMs = 30_000;

/** Whose turn it is at each authorization server, by issuer, so that none keeps those of the others waiting. */
export class IssuerLimiter {
  readonly #resting = new Map<string, number>();
  readonly #requests = new KeyedSemaphore<string>({ permits: maxConcurrent });

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

  /** Sends a request when the server has a permit for it. */
  withPermit<A, E, R>(issuer: string, request: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return this.#requests.withPermit(issuer, request, Effect.never);
  }
}
