import type { BlobUrl } from "../../../../domain/record/blob/blobUrl.ts";
import type { RecordQuery } from "../../../../domain/record/query/RecordQuery.ts";
import { emptyTable } from "../table/RecordTable.ts";
import type { StoredCollections } from "../table/StoredCollection.ts";
import { type CompiledStatement, compileStatement } from "./compileStatement.ts";
import type { StatementReader } from "./Statement.ts";

/**
 * Returns a function that compiles and prepares each query once, and once more for each kind of reader with hidden records.
 * The result is cached for as long as the query exists.
 */
export const queryCompiler = <A extends object>(
  collections: StoredCollections,
  blobUrl: BlobUrl,
  maxBytes: number,
  prepare: (compiled: CompiledStatement) => A
): ((query: RecordQuery, reader: StatementReader) => A) => {
  const cacheOf = { everybody: new WeakMap<RecordQuery, A>(), author: new WeakMap<RecordQuery, A>() };
  const cacheOfScope = { all: new WeakMap<RecordQuery, A>(), hidden: new WeakMap<RecordQuery, A>() };
  const table = (nsid: string) => collections.get(nsid)?.table ?? emptyTable(nsid);
  const cacheFor = (reader: StatementReader): WeakMap<RecordQuery, A> => {
    if (reader === null) return cacheOf.everybody;
    return typeof reader === "string" ? cacheOfScope[reader] : cacheOf.author;
  };
  return (query, reader) => {
    const cache = cacheFor(reader);
    const known = cache.get(query) ?? prepare(compileStatement(query, table, blobUrl, maxBytes, reader));
    cache.set(query, known);
    return known;
  };
};
