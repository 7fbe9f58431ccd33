import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { type RecordTable, recordTable } from "../table/RecordTable.ts";
import { fillWords } from "./fillWords.ts";
import { readSearchStates } from "./readSearchStates.ts";
import type { SearchStates } from "./SearchStates.ts";
import { dropUnusedWords, indexWords, noteStored } from "./wordIndexes.ts";

/** How often the sizes of collections are read at least, in milliseconds. */
const sizesEveryMs = 300_000;

/** Keeps the words of the records of a set of Lexicons as they are configured. One is made for each set. */
export class WordKeeper {
  readonly #states: SearchStates;
  readonly #lexicons: LexiconSet;
  #sizesReadAt: number | null = null;
  /** Whether words and indexes may be left that are no longer needed. */
  #isUnclean = true;

  constructor(states: SearchStates, lexicons: LexiconSet) {
    this.#states = states;
    this.#lexicons = lexicons;
  }

  /** Stores and indexes words that are missing, and removes those that are no longer configured. */
  readonly keep: Effect.Effect<void, SqlError, SqlClient> = Effect.gen(this, function* () {
    const now = yield* Clock.currentTimeMillis;
    const isDue = this.#sizesReadAt === null || now - this.#sizesReadAt >= sizesEveryMs;
    if (isDue || this.#states.sizesAreDue) {
      yield* this.#readSizes;
      this.#sizesReadAt = now;
    }
    const configured = this.#tables.filter(({ search }) => search.configured.length > 0);
    if (configured.length > 0 && (yield* indexWords(configured))) yield* readSearchStates(this.#states, this.#lexicons);
    if (!this.#isUnclean) return;
    const stored = new Set(this.#tables.flatMap(({ nsid, search }) => (search.stored.length > 0 ? [nsid] : [])));
    this.#isUnclean = !(yield* dropUnusedWords(configured, stored));
  });

  get #tables(): ReadonlyArray<RecordTable> {
    return this.#lexicons.collections.map((collection) =>
      recordTable(collection, this.#lexicons, this.#states.searchOf(collection, this.#lexicons))
    );
  }

  /** Stores the words of small collections. */
  readonly #readSizes = Effect.gen(this, function* () {
    yield* readSearchStates(this.#states, this.#lexicons);
    const small = this.#tables.filter(({ search }) => search.small);
    yield* noteStored(small);
    for (const table of small) yield* fillWords(table);
    this.#isUnclean = true;
  });
}
