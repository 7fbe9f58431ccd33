import { fieldUses } from "../../../../domain/record/query/fieldUses.ts";
import type { RecordQuery } from "../../../../domain/record/query/RecordQuery.ts";
import { searchedPathText } from "../../../../domain/search/SearchedPath.ts";
import { SearchRefused } from "../../../../domain/search/SearchRefused.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { rootPaths } from "./searchSql.ts";

const refusalOfField = ({ nsid, search }: RecordTable, field: string): SearchRefused | null => {
  const covers = (paths: RecordTable["search"]["stored"]) => paths.some((path) => searchedPathText(path) === field);
  if (covers(search.indexed) || (search.small && covers(search.stored))) return null;
  return new SearchRefused({
    reason: covers(search.configured) ? "not-ready" : "not-indexed",
    collection: nsid,
    field
  });
};

const refusalOfCollection = (table: RecordTable): SearchRefused | null => {
  if (rootPaths(table) !== null) return null;
  const reason = table.search.configured.length > 0 ? "not-ready" : "not-indexed";
  return new SearchRefused({ reason, collection: table.nsid, field: null });
};

/** Returns why a query cannot be run as the collections are stored now; null if it can. */
export const refusedSearch = (query: RecordQuery, table: (nsid: string) => RecordTable): SearchRefused | null => {
  for (const { collection, field, operator } of fieldUses(query)) {
    const refused = operator === "search" ? refusalOfField(table(collection), field) : null;
    if (refused !== null) return refused;
  }
  for (const root of query.roots) {
    if (root._tag !== "SearchRoot" || !root.search.required) continue;
    for (const nsid of root.search.collections) {
      const refused = refusalOfCollection(table(nsid));
      if (refused !== null) return refused;
    }
  }
  return null;
};
