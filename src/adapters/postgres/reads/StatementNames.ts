/** How much a connection remembers: texts, and their characters together, since the server keeps the plan of each. */
export interface StatementCapacity {
  readonly texts: number;
  readonly characters: number;
}

/** The names of one connection's prepared statements: least recently used first. */
export class StatementNames {
  readonly #capacity: StatementCapacity;
  readonly #onForgotten: (name: string) => void;
  readonly #names = new Map<string, string | undefined>();
  #characters = 0;
  #issued = 0;

  constructor(capacity: StatementCapacity, onForgotten: (name: string) => void) {
    this.#capacity = capacity;
    this.#onForgotten = onForgotten;
  }

  /** The name to prepare `text` under; undefined the first time it is seen, because most one-off texts never return. */
  nameOf(text: string): string | undefined {
    if (text.length > this.#capacity.characters) return undefined;
    const returning = this.#names.has(text);
    const name = returning ? (this.#names.get(text) ?? this.#issue()) : undefined;
    if (!returning) this.#characters += text.length;
    this.#names.delete(text);
    this.#names.set(text, name);
    while (this.#isFull()) this.#forgetOldest();
    return this.#names.get(text);
  }

  /** Gives up the name of `text`, so that its next use prepares it anew. */
  forget(text: string): void {
    const name = this.#names.get(text);
    if (this.#names.delete(text)) this.#characters -= text.length;
    if (name !== undefined) this.#onForgotten(name);
  }

  #isFull(): boolean {
    return this.#names.size > this.#capacity.texts || this.#characters > this.#capacity.characters;
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
