import type { Parameter } from "../../../../domain/record/query/RecordQuery.ts";
import { type SearchedPath, searchedPathText } from "../../../../domain/search/SearchedPath.ts";
import type { SqlParameters } from "../sql/SqlParameters.ts";
import { quoteName, quoteText, schema, tableName } from "../sql/sqlNames.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { wordsKey, wordsOfSql } from "./TableSearch.ts";

type SearchedTable = Pick<RecordTable, "nsid" | "sql" | "search">;

/** Returns the words of a property; null if it has none. `row` is the alias of the row with a dot, or empty. */
const wordsSql = (path: SearchedPath, row: string): string => `(${row}words ->> ${quoteText(wordsKey(path))})`;

/**
 * Returns the words of some properties as one text. Those of two properties have two spaces between them, so that no phrase
 * is in both.
 */
export const allWordsSql = (paths: ReadonlyArray<SearchedPath>, row = "t."): string =>
  `(${paths.map((path) => `coalesce(${wordsSql(path, row)}, '')`).join(" || ")})`;

/** Returns the words of some properties as what an index of words holds. */
export const vectorSql = (paths: ReadonlyArray<SearchedPath>, row = "t."): string =>
  `array_to_tsvector(array_remove(string_to_array(${allWordsSql(paths, row)}, ' '), ''))`;

/** Returns the condition that the words of a row are not up to date. */
export const staleSql = ({ search }: SearchedTable, row = ""): string =>
  `${row}words_of is distinct from (${wordsOfSql(search, `${row}cid`)})`;

/** Makes a statement fail if some words of a table are not up to date. It is evaluated once, before the first row. */
const requireWords = (table: SearchedTable): string =>
  `(select ${schema}.require_words(exists (select from ${schema}.${quoteName(tableName(table.nsid))} x where ${staleSql(table, "x.")}), ${quoteText(table.nsid)}))`;

const covers = (paths: ReadonlyArray<SearchedPath>, path: SearchedPath): boolean =>
  paths.some((each) => searchedPathText(each) === searchedPathText(path));

/** Returns whether a property of a table is indexed, can be searched without an index, or neither. */
export const searchability = ({ search }: SearchedTable, path: SearchedPath): "indexed" | "small" | null => {
  if (covers(search.indexed, path)) return "indexed";
  return search.small && covers(search.stored, path) ? "small" : null;
};

/**
 * Returns the condition of an index of words. Words that are not about the indexed properties are compared again; otherwise
 * phrases are, because the index knows no order. Without phrases, no row is looked at.
 */
const indexedSql = (
  { search: { indexed } }: SearchedTable,
  paths: ReadonlyArray<SearchedPath>,
  words: string,
  needles: Parameter,
  parameters: SqlParameters
): string => {
  const found = `${vectorSql(indexed)} @@ ${parameters.wordsQuery(needles)}`;
  if (paths.length < indexed.length) return `(${found} and ${words} like all (${parameters.needlePatterns(needles)}))`;
  const phrases = parameters.phrasePatterns(needles);
  return `(${found} and (cardinality(${phrases}) = 0 or ${words} like all (${phrases})))`;
};

/** Returns the condition of a small collection: all of its words are compared, and all of them must be up to date. */
const smallSql = (table: SearchedTable, words: string, needles: Parameter, parameters: SqlParameters): string =>
  `(${requireWords(table)} and ${words} like all (${parameters.needlePatterns(needles)}))`;

/** Returns the condition that a property of a row `t` satisfies a search. A property that cannot be searched never does. */
export const searchSql = (
  path: SearchedPath,
  needles: Parameter,
  table: SearchedTable,
  parameters: SqlParameters
): string => {
  const words = wordsSql(path, "t.");
  switch (searchability(table, path)) {
    case "indexed":
      return indexedSql(table, [path], words, needles, parameters);
    case "small":
      return smallSql(table, words, needles, parameters);
    case null:
      return "false";
  }
};

/** The properties of a table that the root `search` looks at; null if it cannot be searched. */
export const rootPaths = ({ search }: SearchedTable): ReadonlyArray<SearchedPath> | null => {
  if (search.indexed.length > 0) return search.indexed;
  if (!search.small) return null;
  return search.configured.length > 0 ? search.configured : search.free;
};

/** Returns the condition that a row `t` satisfies a search of the root `search`. */
export const recordSearchSql = (
  table: SearchedTable,
  paths: ReadonlyArray<SearchedPath>,
  needles: Parameter,
  parameters: SqlParameters
): string => {
  if (paths.length === 0) return "false";
  const words = allWordsSql(paths);
  return table.search.indexed.length > 0
    ? indexedSql(table, paths, words, needles, parameters)
    : smallSql(table, words, needles, parameters);
};

/**
 * Returns the rank of a row `t` that satisfies a search: the number of its different words that match. Without the beginning
 * of a word, it is the number of words of the search.
 */
export const rankSql = (paths: ReadonlyArray<SearchedPath>, needles: Parameter, parameters: SqlParameters): string => {
  const complete = parameters.completeWords(needles);
  const patterns = parameters.beginningPatterns(needles);
  const begins = `w.word like any (${patterns}) and w.word <> all (${complete})`;
  const more = `(select count(distinct w.word collate "C")
    from unnest(string_to_array(${allWordsSql(paths)}, ' ')) w (word) where ${begins})`;
  return `(cardinality(${complete}) + case when cardinality(${patterns}) = 0 then 0 else ${more} end)`;
};
