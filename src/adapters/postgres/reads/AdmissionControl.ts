/** Returns the permit of an admitted task. Further calls have no effect. */
export type Release = () => void;

interface Permit {
  readonly since: number;
}

/** A task that has held its permit for this many milliseconds is slow. */
const slowAfterMs = 50;

/**
 * Admits a limited number of tasks at once, in the order in which they arrive: more tasks than processors only slow each
 * other down. A slow task no longer counts, so that slow tasks delay the others by no more than 50 ms.
 */
export class AdmissionControl {
  readonly #permits: number;
  /** The permits of the tasks that count, oldest first. */
  readonly #counted = new Set<Permit>();
  readonly #queue: Array<(release: Release) => void> = [];
  #timer: NodeJS.Timeout | null = null;

  /** Admits up to `permits` tasks at once, not counting the slow ones. */
  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Starts a task, now or when a permit is free. The task must call `release` when it ends. */
  acquire(start: (release: Release) => void): void {
    if (this.#counted.size >= this.#permits) this.#stopCountingSlow();
    if (this.#counted.size < this.#permits) this.#admit(start);
    else {
      this.#queue.push(start);
      this.#timer ??= this.#scheduleCheck();
    }
  }

  #admit(start: (release: Release) => void): void {
    const permit: Permit = { since: performance.now() };
    this.#counted.add(permit);
    start(() => {
      if (this.#counted.delete(permit)) this.#admitNext();
    });
  }

  #admitNext(): void {
    while (this.#counted.size < this.#permits) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#admit(next);
    }
  }

  #stopCountingSlow(): void {
    const before = performance.now() - slowAfterMs;
    for (const permit of this.#counted) {
      if (permit.since > before) break;
      this.#counted.delete(permit);
    }
    this.#admitNext();
  }

  /** Schedules a check for the moment when the oldest task that counts becomes slow. */
  #scheduleCheck(): NodeJS.Timeout {
    const [oldest] = this.#counted;
    const remaining = oldest === undefined ? slowAfterMs : oldest.since + slowAfterMs - performance.now();
    return setTimeout(this.#check, Math.max(1, remaining));
  }

  readonly #check = (): void => {
    this.#timer = null;
    this.#stopCountingSlow();
    if (this.#queue.length > 0) this.#timer ??= this.#scheduleCheck();
  };
}
