import type { BlobUrl } from "../../../domain/record/blobUrl.ts";
import type { RecordQuery } from "../../../domain/record/RecordQuery.ts";
import { type CompiledQuery, compileQuery } from "./compileQuery.ts";
import { emptyTable } from "./RecordTable.ts";
import type { StoredCollections } from "./StoredCollection.ts";

/** Compiles each query once, and makes of it what answers it, for as long as the query itself is kept. */
export const queryCompiler = <A extends object>(
  collections: StoredCollections,
  blobUrl: BlobUrl,
  most: number,
  prepare: (compiled: CompiledQuery) => A
): ((query: RecordQuery) => A) => {
  const prepared = new WeakMap<RecordQuery, A>();
  const table = (nsid: string) => collections.get(nsid)?.table ?? emptyTable(nsid);
  return (query) => {
    const known = prepared.get(query) ?? prepare(compileQuery(query, table, blobUrl, most));
    prepared.set(query, known);
    return known;
  };
};
