/** Milliseconds between two statements that forget removals. */
const everyMs = 1_000;

/** Decides when removals are forgotten: once per second at most, and twice as many as were remembered since. */
export class Forgetting {
  #remembered = 0;
  #last: number | null = null;

  /** Counts removals that are remembered at a time in Unix milliseconds, and returns how many may be forgotten now. */
  remember(count: number, now: number): number {
    this.#remembered += count;
    const sinceLast = this.#last === null ? everyMs : now - this.#last;
    if (this.#remembered === 0 || (sinceLast >= 0 && sinceLast < everyMs)) return 0;
    const due = 2 * this.#remembered;
    this.#remembered = 0;
    this.#last = now;
    return due;
  }
}
