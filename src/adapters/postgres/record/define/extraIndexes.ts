import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { type IndexedField, indexedFieldText } from "../../../../domain/record/index/IndexedField.ts";
import { searchedPathText } from "../../../../domain/search/SearchedPath.ts";
import { searchableProperties } from "../../../../domain/search/searchableProperties.ts";
import { columnName, indexName, quoteName, schema, tableName } from "../sql/sqlNames.ts";
import { facets } from "../table/StoredProperty.ts";
import { type RunStatement, withConcurrentDdlLock } from "./ddlLocks.ts";
import { createIndex, dropIndex, type FoundIndex, foundIndexes, type TableIndex } from "./TableIndex.ts";

const prefix = "x$";

const columnsOf = { filter: "indexed_at desc, uri desc", asc: "uri", desc: "uri desc" };

const extraIndex = (indexed: IndexedField, lexicons: LexiconSet): ReadonlyArray<TableIndex> => {
  const collection = lexicons.collections.find(({ nsid }) => nsid === indexed.collection);
  const type = collection?.properties.find(({ name }) => name === indexed.field)?.type;
  if (type?._tag !== "Scalar" || indexed.purpose === "search") return [];
  const column = quoteName(columnName(facets[type.type][0], indexed.field));
  const order = indexed.purpose === "desc" ? " desc nulls last" : "";
  const columns = `${column}${order}, ${columnsOf[indexed.purpose]}`;
  const table = `${schema}.${quoteName(tableName(indexed.collection))}`;
  const name = `${prefix}${indexName(table, columns)}`;
  return [{ name, on: `${table} (${columns})` }];
};

/** Searches have indexes of another form. */
const isSearched = (field: IndexedField, lexicons: LexiconSet): boolean => {
  const collection = lexicons.collections.find(({ nsid }) => nsid === field.collection);
  return (
    field.purpose === "search" &&
    collection !== undefined &&
    searchableProperties(collection, lexicons.objects).some(({ path }) => searchedPathText(path) === field.field)
  );
};

/** Returns the fields that the Lexicons do not have; none before the first import, when there are no Lexicons. */
export const unknownFields = (fields: ReadonlyArray<IndexedField>, lexicons: LexiconSet): ReadonlyArray<string> =>
  lexicons.collections.length === 0
    ? []
    : fields
        .filter((field) => extraIndex(field, lexicons).length === 0 && !isSearched(field, lexicons))
        .map(indexedFieldText);

const warnOfUnknown = (fields: ReadonlyArray<IndexedField>, lexicons: LexiconSet) => {
  const unknown = unknownFields(fields, lexicons);
  return unknown.length === 0
    ? Effect.void
    : Effect.logWarning(`INDEXED_FIELDS names no scalar property, or for searches no text: ${unknown.join(", ")}`);
};

const change = Effect.fnUntraced(function* (run: RunStatement, wanted: ReadonlyArray<TableIndex>) {
  const present = yield* run<FoundIndex>(foundIndexes(prefix));
  const isWanted = ({ name, valid }: FoundIndex): boolean => valid && wanted.some((index) => index.name === name);
  const missing = wanted.filter(({ name }) => !present.some((index) => index.name === name && isWanted(index)));
  for (const { name } of present.filter((index) => !isWanted(index))) yield* run(dropIndex(name, "concurrently"));
  for (const index of missing) yield* run(createIndex(index, "concurrently"));
});

/**
 * Creates the indexes that are configured for fields, and drops those that no longer are, without blocking reads and writes.
 * Returns false if another process is doing so; nothing was changed then. It cannot be interrupted.
 */
export const syncIndexes = (
  fields: ReadonlyArray<IndexedField>,
  lexicons: LexiconSet
): Effect.Effect<boolean, SqlError, SqlClient> =>
  Effect.map(
    withConcurrentDdlLock((run) =>
      Effect.zipRight(
        warnOfUnknown(fields, lexicons),
        change(
          run,
          fields.flatMap((field) => extraIndex(field, lexicons))
        )
      )
    ),
    Option.isSome
  );
