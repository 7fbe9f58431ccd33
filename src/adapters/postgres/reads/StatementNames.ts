import { LRUCache } from "lru-cache";

/** How much a connection remembers: texts, and their characters together, since the server keeps the plan of each. */
export interface StatementCapacity {
  readonly texts: number;
  readonly characters: number;
}

/** A text that was seen; it has a name from the second time on. */
interface Statement {
  name: string | undefined;
}

/** The names of one connection's prepared statements. The one that was used the longest ago makes room. */
export class StatementNames {
  readonly #statements: LRUCache<string, Statement>;
  #issued = 0;

  constructor({ characters, texts }: StatementCapacity, onForgotten: (name: string) => void) {
    this.#statements = new LRUCache({
      max: texts,
      maxSize: characters,
      sizeCalculation: (_statement, text) => Math.max(1, text.length),
      dispose: ({ name }) => {
        if (name !== undefined) onForgotten(name);
      }
    });
  }

  /** The name to prepare `text` under; undefined the first time it is seen, because most one-off texts never return. */
  nameOf(text: string): string | undefined {
    const known = this.#statements.get(text);
    if (known === undefined) {
      this.#statements.set(text, { name: undefined });
      return undefined;
    }
    known.name ??= this.#issue();
    return known.name;
  }

  /** Gives up the name of `text`, so that its next use prepares it anew. */
  forget(text: string): void {
    this.#statements.delete(text);
  }

  #issue(): string {
    this.#issued += 1;
    return `t${this.#issued}`;
  }
}
