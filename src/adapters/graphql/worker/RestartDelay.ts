/** Milliseconds before a thread that failed may start again: twice as long after each further failure. */
const minDelayMs = 1_000;
const maxDelayMs = 60_000;

/** A thread that lived for as long as this, in milliseconds, has not failed because of how it starts. */
const stableAfterMs = 60_000;

/** When a thread that fails may be started again. Times are in milliseconds of one clock. */
export class RestartDelay {
  #delay = minDelayMs;
  #until = Number.NEGATIVE_INFINITY;

  /** Whether a thread may start. */
  allows(now: number): boolean {
    return now >= this.#until;
  }

  /** A thread that was started at `since` has failed. */
  failed(since: number, now: number): void {
    if (now - since >= stableAfterMs) this.#delay = minDelayMs;
    this.#until = now + this.#delay;
    this.#delay = Math.min(maxDelayMs, this.#delay * 2);
  }
}
