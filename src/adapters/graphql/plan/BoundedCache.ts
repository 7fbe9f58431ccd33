interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

/** Keeps the entries that were used last, as many as weigh no more than `capacity` together. */
export class BoundedCache<Key, Value> {
  readonly #entries = new Map<Key, Entry<Value>>();
  readonly #capacity: number;
  #weight = 0;
  /** The entry that was used last, which need not be moved behind the others. */
  #newest: Entry<Value> | null = null;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** What all its entries weigh together. */
  get weight(): number {
    return this.#weight;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry !== this.#newest) {
      this.#entries.delete(key);
      this.#append(key, entry);
    }
    return entry.value;
  }

  set(key: Key, value: Value, weight: number): void {
    this.#remove(key);
    if (weight > this.#capacity) return;
    this.#append(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#capacity) return;
      this.#remove(oldest);
    }
  }

  #append(key: Key, entry: Entry<Value>): void {
    this.#entries.set(key, entry);
    this.#newest = entry;
  }

  #remove(key: Key): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
