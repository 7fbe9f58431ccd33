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

/** Returns the condition that the words of `words` are those that are searched for, among the rows that have the words. */
const conditionSql = (
  table: SearchedTable,
  how: "indexed" | "small",
  words: string,
  needles: Parameter,
  parameters: SqlParameters
): string => {
  const recheck = `${words} like all (${parameters.needlePatterns(needles)})`;
  return how === "indexed"
    ? `(${vectorSql(table.search.indexed)} @@ ${parameters.wordsQuery(needles)} and ${recheck})`
    : `(${requireWords(table)} and ${recheck})`;
};

/** Returns the condition that a property of a row `t` satisfies a search. A property that cannot be searched never does. */
export const searchSql = (
  path: SearchedPath,
  needles: Parameter,
  table: SearchedTable,
  parameters: SqlParameters
): string => {
  const how = searchability(table, path);
  return how === null ? "false" : conditionSql(table, how, wordsSql(path, "t."), needles, parameters);
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
  const how = table.search.indexed.length > 0 ? "indexed" : "small";
  return conditionSql(table, how, allWordsSql(paths), needles, parameters);
};

/** Returns the rank of a row `t` that satisfies a search: the number of its different words that match. */
export const rankSql = (paths: ReadonlyArray<SearchedPath>, needles: Parameter, parameters: SqlParameters): string => {
  const complete = parameters.completeWords(needles);
  const begins = `w.word like any (${parameters.beginningPatterns(needles)}) and w.word <> all (${complete})`;
  return `(cardinality(${complete}) + (select count(distinct w.word collate "C")
    from unnest(string_to_array(${allWordsSql(paths)}, ' ')) w (word) where ${begins}))`;
};
