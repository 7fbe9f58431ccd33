import type { BlobUrl } from "../../../../domain/record/blob/blobUrl.ts";
import type { RecordQuery } from "../../../../domain/record/query/RecordQuery.ts";
import { emptyTable } from "../table/RecordTable.ts";
import type { StoredCollections } from "../table/StoredCollection.ts";
import { type CompiledStatement, compileStatement } from "./compileStatement.ts";

/** Compiles each query once, and makes of it what answers it, for as long as the query itself is kept. */
export const queryCompiler = <A extends object>(
  collections: StoredCollections,
  blobUrl: BlobUrl,
  maxBytes: number,
  prepare: (compiled: CompiledStatement) => A
): ((query: RecordQuery) => A) => {
  const prepared = new WeakMap<RecordQuery, A>();
  const table = (nsid: string) => collections.get(nsid)?.table ?? emptyTable(nsid);
  return (query) => {
    const known = prepared.get(query) ?? prepare(compileStatement(query, table, blobUrl, maxBytes));
    prepared.set(query, known);
    return known;
  };
};
