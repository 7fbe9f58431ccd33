import type { IndexedField } from "../../../domain/record/index/IndexedField.ts";
import { fieldUses } from "../../../domain/record/query/fieldUses.ts";
import type { RecordQuery } from "../../../domain/record/query/RecordQuery.ts";
import { type SearchedPath, searchedPathText } from "../../../domain/search/SearchedPath.ts";
import { maxUnindexedRecords, SearchRefused } from "../../../domain/search/SearchRefused.ts";
import { countRecords, type RecordState } from "./RecordState.ts";

const isSmall = (state: RecordState, collection: string): boolean =>
  countRecords(state, collection) < maxUnindexedRecords;

const configured = (fields: ReadonlyArray<IndexedField>, collection: string): ReadonlyArray<string> =>
  fields.filter((each) => each.purpose === "search" && each.collection === collection).map(({ field }) => field);

/** Returns the properties of a collection that the root `search` looks at; null if it cannot be searched. */
export const searchedPaths = (
  state: RecordState,
  fields: ReadonlyArray<IndexedField>,
  collection: string
): ReadonlyArray<SearchedPath> | null => {
  const named = configured(fields, collection);
  const all = state.searchable.get(collection) ?? [];
  if (named.length > 0) return all.map(({ path }) => path).filter((path) => named.includes(searchedPathText(path)));
  return isSmall(state, collection) ? all.filter(({ free }) => free).map(({ path }) => path) : null;
};

/** Returns why a query cannot be run: it searches a large collection that no field is configured for; null if it can. */
export const refusedSearch = (
  query: RecordQuery,
  state: RecordState,
  fields: ReadonlyArray<IndexedField>
): SearchRefused | null => {
  const refused = (collection: string, field: string | null) =>
    new SearchRefused({ reason: "not-indexed", collection, field });
  for (const { collection, field, operator } of fieldUses(query)) {
    if (operator !== "search" || configured(fields, collection).includes(field) || isSmall(state, collection)) continue;
    return refused(collection, field);
  }
  for (const root of query.roots) {
    if (root._tag !== "SearchRoot" || !root.search.required) continue;
    const large = root.search.collections.find((nsid) => searchedPaths(state, fields, nsid) === null);
    if (large !== undefined) return refused(large, null);
  }
  return null;
};
