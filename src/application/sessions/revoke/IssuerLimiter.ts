import * as Effect from "effect/Effect";
import { KeyedSemaphore } from "../../concurrency/KeyedSemaphore.ts";

/** How many sessions are revoked at one PDS at once. */
const maxConcurrent = 8;

/** How long a failing PDS is left alone, in milliseconds. */
const cooldownMs = 30_000;

/** Limits revocations per authorization server, by issuer, so that a slow one does not delay the others. */
export class IssuerLimiter {
  readonly #resting = new Map<string, number>();
  readonly #requests = new KeyedSemaphore<string>({ permits: maxConcurrent });

  /**
   * Whether a PDS may be called at `now`, in Unix milliseconds. Of the callers after its cooldown the first one tries,
   * and the others wait for the outcome.
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
