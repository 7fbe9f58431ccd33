import { LRUCache } from "lru-cache";

/** The number of texts that a connection remembers, and of their characters. The server stores a plan for each text. */
interface StatementCapacity {
  readonly texts: number;
  readonly characters: number;
}

/** A text that was sent. It has a name from the second time on. */
interface Statement {
  name: string | undefined;
}

/** The names of one connection's prepared statements. The least recently used are forgotten if there are too many. */
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

  /** Returns the name to prepare a text under; undefined the first time, because many texts are sent only once. */
  nameOf(text: string): string | undefined {
    const known = this.#statements.get(text);
    if (known === undefined) {
      this.#statements.set(text, { name: undefined });
      return undefined;
    }
    known.name ??= this.#issue();
    return known.name;
  }

  /** Forgets a text, which is prepared again under another name if it is sent twice more. */
  forget(text: string): void {
    this.#statements.delete(text);
  }

  #issue(): string {
    this.#issued += 1;
    return `t${this.#issued}`;
  }
}
