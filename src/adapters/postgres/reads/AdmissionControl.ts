/** Gives back the place of one who was let in. Once is enough. */
export type Release = () => void;

interface Permit {
  readonly since: number;
}

/** Milliseconds after which somebody is slow. */
const slowAfterMs = 50;

/**
 * Lets in a few at a time, in order: two processors do two things at once no sooner if they are given ten. Who turns out
 * to be slow is not counted any more, so that the slow ones hold nobody up for longer than that.
 */
export class AdmissionControl {
  readonly #places: number;
  readonly #inside = new Set<Permit>();
  readonly #queue: Array<(leave: Release) => void> = [];
  #watch: NodeJS.Timeout | null = null;

  constructor(places: number) {
    this.#places = places;
  }

  /** Begins now, or when a place is free. */
  acquire(begin: (leave: Release) => void): void {
    if (this.#inside.size >= this.#places) this.#stopCountingSlow();
    if (this.#inside.size < this.#places) this.#admit(begin);
    else {
      this.#queue.push(begin);
      this.#watch ??= this.#scheduleCheck();
    }
  }

  #admit(begin: (leave: Release) => void): void {
    const place: Permit = { since: performance.now() };
    this.#inside.add(place);
    begin(() => {
      if (this.#inside.delete(place)) this.#admitNext();
    });
  }

  #admitNext(): void {
    while (this.#inside.size < this.#places) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#admit(next);
    }
  }

  #stopCountingSlow(): void {
    const before = performance.now() - slowAfterMs;
    for (const place of this.#inside) {
      if (place.since > before) break;
      this.#inside.delete(place);
    }
    this.#admitNext();
  }

  /** Looks again when the one who has been inside for longest turns out to be slow. */
  #scheduleCheck(): NodeJS.Timeout {
    const [oldest] = this.#inside;
    const left = oldest === undefined ? slowAfterMs : oldest.since + slowAfterMs - performance.now();
    return setTimeout(this.#check, Math.max(1, left));
  }

  readonly #check = (): void => {
    this.#watch = null;
    this.#stopCountingSlow();
    if (this.#queue.length > 0) this.#watch ??= this.#scheduleCheck();
  };
}
