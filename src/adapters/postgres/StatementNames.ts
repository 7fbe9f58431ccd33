/** The names of one connection's prepared statements: least recently used first, at most `capacity` texts remembered. */
export class StatementNames {
  readonly #capacity: number;
  readonly #onForgotten: (name: string) => void;
  readonly #names = new Map<string, string | undefined>();
  #issued = 0;

  constructor(capacity: number, onForgotten: (name: string) => void) {
    this.#capacity = capacity;
    this.#onForgotten = onForgotten;
  }

  /** The name to prepare `text` under; undefined the first time it is seen, because most one-off texts never return. */
  nameOf(text: string): string | undefined {
    const returning = this.#names.has(text);
    const name = returning ? (this.#names.get(text) ?? this.#issue()) : undefined;
    this.#names.delete(text);
    this.#names.set(text, name);
    if (this.#names.size > this.#capacity) this.#forgetOldest();
    return name;
  }

  /** Gives up the name of `text`, so that its next use prepares it anew. */
  forget(text: string): void {
    const name = this.#names.get(text);
    this.#names.delete(text);
    if (name !== undefined) this.#onForgotten(name);
  }

  #issue(): string {
    this.#issued += 1;
    return `t${this.#issued}`;
  }

  #forgetOldest(): void {
    for (const text of this.#names.keys()) {
      this.forget(text);
      return;
    }
  }
}
