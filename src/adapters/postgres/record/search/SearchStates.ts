import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import type { IndexedField } from "../../../../domain/record/index/IndexedField.ts";
import { type SearchedPath, searchedPathText } from "../../../../domain/search/SearchedPath.ts";
import { maxUnindexedRecords } from "../../../../domain/search/SearchRefused.ts";
import { searchableProperties } from "../../../../domain/search/searchableProperties.ts";
import { type TableSearch, wordsMarker } from "./TableSearch.ts";

/** What a process knows of a collection. */
interface Known {
  readonly small: boolean;
  readonly indexed: ReadonlyArray<SearchedPath>;
}

const unknown: Known = { small: false, indexed: [] };

/**
 * What a process knows of the collections that can be searched. It is shared by the index of records, which stores words
 * and searches them, and the job that fills and indexes them.
 */
export class SearchStates {
  readonly #fields: ReadonlyArray<IndexedField>;
  readonly #known = new Map<string, Known>();
  /** The number of records that were stored since the sizes were read, for each small collection. */
  readonly #added = new Map<string, number>();
  #sizesAreDue = false;
  #changed: () => void = () => undefined;

  constructor(fields: ReadonlyArray<IndexedField>) {
    this.#fields = fields.filter(({ purpose }) => purpose === "search");
  }

  /** Calls a function whenever the records of a collection are to be stored or searched in another way. */
  onChange(changed: () => void): void {
    this.#changed = changed;
  }

  /** Returns the properties of a collection that are configured to be searched. */
  configured({ nsid, ...collection }: Collection, objects: LexiconSet["objects"]): ReadonlyArray<SearchedPath> {
    const fields = this.#fields.filter((each) => each.collection === nsid).map(({ field }) => field);
    return searchableProperties({ nsid, ...collection }, objects)
      .map(({ path }) => path)
      .filter((path) => fields.includes(searchedPathText(path)));
  }

  /** Returns how the records of a collection are stored and searched. */
  searchOf(collection: Collection, { objects }: LexiconSet): TableSearch {
    const { indexed, small } = this.#known.get(collection.nsid) ?? unknown;
    const configured = this.configured(collection, objects);
    const all = searchableProperties(collection, objects);
    const stored = small ? all.map(({ path }) => path) : configured;
    const free = all.filter((each) => each.free).map(({ path }) => path);
    const present = indexed.filter((path) => stored.some((each) => searchedPathText(each) === searchedPathText(path)));
    return {
      stored,
      marker: wordsMarker(stored),
      indexed: present.length === indexed.length ? indexed : [],
      configured,
      free,
      small
    };
  }

  /** Sets which of some collections are small, and which properties of them have an index. */
  set(
    collections: Iterable<string>,
    small: ReadonlySet<string>,
    indexed: ReadonlyMap<string, ReadonlyArray<SearchedPath>>
  ): void {
    const before = JSON.stringify([...this.#known]);
    this.#sizesAreDue = false;
    for (const nsid of collections) {
      this.#added.delete(nsid);
      this.#known.set(nsid, { small: small.has(nsid), indexed: indexed.get(nsid) ?? [] });
    }
    if (JSON.stringify([...this.#known]) !== before) this.#changed();
  }

  /** Counts records that are stored, so that a collection that grows is noticed early. */
  added(nsid: string, records: number): void {
    if (this.#known.get(nsid)?.small !== true) return;
    const added = (this.#added.get(nsid) ?? 0) + records;
    this.#added.set(nsid, added);
    if (added >= maxUnindexedRecords / 10) this.#sizesAreDue = true;
  }

  /** Asks for the sizes of collections, and for words that are missing, to be looked at soon. */
  requestSizes(): void {
    this.#sizesAreDue = true;
  }

  /** Whether the sizes of collections are to be looked at before the next regular time. */
  get sizesAreDue(): boolean {
    return this.#sizesAreDue;
  }
}
