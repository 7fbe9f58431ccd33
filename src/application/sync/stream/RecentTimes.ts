/** The times at which something last happened to each key, in Unix milliseconds. The oldest entries are forgotten. */
export class RecentTimes<Key> {
  readonly #times = new Map<Key, number>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  set(key: Key, at: number): void {
    this.#times.delete(key);
    this.#times.set(key, at);
    if (this.#times.size <= this.#max) return;
    const [oldest] = this.#times.keys();
    if (oldest !== undefined) this.#times.delete(oldest);
  }

  delete(key: Key): void {
    this.#times.delete(key);
  }

  /** Whether it happened within so many milliseconds before a time. */
  isWithin(key: Key, milliseconds: number, now: number): boolean {
    const at = this.#times.get(key);
    return at !== undefined && now - at < milliseconds;
  }
}
