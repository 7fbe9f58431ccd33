import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { noSearch, type TableSearch } from "../search/TableSearch.ts";
import { type RecordTable, recordTable } from "./RecordTable.ts";
import { type TableStatements, tableStatements } from "./tableStatements.ts";

/** A collection as this process stores it. */
export interface StoredCollection {
  readonly table: RecordTable;
  readonly statements: TableStatements;
}

/** By NSID. */
export type StoredCollections = ReadonlyMap<string, StoredCollection>;

/** Returns how this process stores the collections of a set of Lexicons. */
export const storedCollections = (
  lexicons: LexiconSet,
  searchOf: (collection: Collection) => TableSearch = () => noSearch,
  isCounted: (collection: Collection) => boolean = () => false
): StoredCollections =>
  new Map(
    lexicons.collections.map((collection) => {
      const table = recordTable(collection, lexicons, searchOf(collection), isCounted(collection));
      return [collection.nsid, { table, statements: tableStatements(table) }];
    })
  );
