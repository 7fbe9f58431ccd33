import type { BlobUrl } from "../../../../domain/record/blob/blobUrl.ts";
import type { Parameter, RecordQuery } from "../../../../domain/record/query/RecordQuery.ts";
import { emptyTable } from "../table/RecordTable.ts";
import type { StoredCollections } from "../table/StoredCollection.ts";
import { type CompiledStatement, compileStatement } from "./compileStatement.ts";

/**
 * Returns a function that compiles and prepares each query once, and once more for authors with hidden records, by the
 * parameter with the DID. The result is cached for as long as the query exists.
 */
export const queryCompiler = <A extends object>(
  collections: StoredCollections,
  blobUrl: BlobUrl,
  maxBytes: number,
  prepare: (compiled: CompiledStatement) => A
): ((query: RecordQuery, author: Parameter | null) => A) => {
  const prepared = new WeakMap<RecordQuery, A>();
  const preparedForAuthors = new WeakMap<RecordQuery, A>();
  const table = (nsid: string) => collections.get(nsid)?.table ?? emptyTable(nsid);
  return (query, author) => {
    const cache = author === null ? prepared : preparedForAuthors;
    const known = cache.get(query) ?? prepare(compileStatement(query, table, blobUrl, maxBytes, author));
    cache.set(query, known);
    return known;
  };
};
