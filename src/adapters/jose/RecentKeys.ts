/** A small map that forgets what was not asked for the longest, so that foreign keys cannot fill the memory. */
export class RecentKeys<Key> {
  readonly #capacity: number;
  readonly #keys = new Map<string, Key>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(name: string): Key | undefined {
    const key = this.#keys.get(name);
    if (key === undefined) return undefined;
    this.#keys.delete(name);
    this.#keys.set(name, key);
    return key;
  }

  set(name: string, key: Key): void {
    this.#keys.delete(name);
    this.#keys.set(name, key);
    const oldest = this.#keys.keys().next();
    if (this.#keys.size > this.#capacity && oldest.done !== true) this.#keys.delete(oldest.value);
  }
}
