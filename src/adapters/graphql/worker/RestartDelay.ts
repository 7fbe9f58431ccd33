/** The backoff before a failed thread restarts, in milliseconds. It doubles with each further failure. */
const minDelayMs = 1_000;
const maxDelayMs = 60_000;

/** A thread that ran for this long, in milliseconds, did not fail at its start. */
const stableAfterMs = 60_000;

/** Decides when a failed thread may restart. Times are in milliseconds of one clock. */
export class RestartDelay {
  #delay = minDelayMs;
  #until = Number.NEGATIVE_INFINITY;

  /** Whether a thread may start. */
  allows(now: number): boolean {
    return now >= this.#until;
  }

  /** Records that a thread started at `since` has failed. */
  failed(since: number, now: number): void {
    if (now - since >= stableAfterMs) this.#delay = minDelayMs;
    this.#until = now + this.#delay;
    this.#delay = Math.min(maxDelayMs, this.#delay * 2);
  }
}
