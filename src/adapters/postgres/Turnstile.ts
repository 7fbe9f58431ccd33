/** Gives back the place of one who was let in. Once is enough. */
export type Leave = () => void;

interface Place {
  readonly since: number;
}

/** Milliseconds after which somebody is slow. */
const slow = 50;

/**
 * Lets in a few at a time, in order: two processors do two things at once no sooner if they are given ten. Who turns out
 * to be slow is not counted any more, so that the slow ones hold nobody up for longer than that.
 */
export class Turnstile {
  readonly #places: number;
  readonly #inside = new Set<Place>();
  readonly #queue: Array<(leave: Leave) => void> = [];
  #watch: NodeJS.Timeout | null = null;

  constructor(places: number) {
    this.#places = places;
  }

  /** Begins now, or when a place is free. */
  enter(begin: (leave: Leave) => void): void {
    if (this.#inside.size >= this.#places) this.#letSlowGo();
    if (this.#inside.size < this.#places) this.#letIn(begin);
    else {
      this.#queue.push(begin);
      this.#watch ??= this.#whenSlow();
    }
  }

  #letIn(begin: (leave: Leave) => void): void {
    const place: Place = { since: performance.now() };
    this.#inside.add(place);
    begin(() => {
      if (this.#inside.delete(place)) this.#goOn();
    });
  }

  #goOn(): void {
    while (this.#inside.size < this.#places) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#letIn(next);
    }
  }

  #letSlowGo(): void {
    const before = performance.now() - slow;
    for (const place of this.#inside) {
      if (place.since > before) break;
      this.#inside.delete(place);
    }
    this.#goOn();
  }

  /** Looks again when the one who has been inside for longest turns out to be slow. */
  #whenSlow(): NodeJS.Timeout {
    const [oldest] = this.#inside;
    const left = oldest === undefined ? slow : oldest.since + slow - performance.now();
    return setTimeout(this.#look, Math.max(1, left));
  }

  readonly #look = (): void => {
    this.#watch = null;
    this.#letSlowGo();
    if (this.#queue.length > 0) this.#watch ??= this.#whenSlow();
  };
}
