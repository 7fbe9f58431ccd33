import type { BlobUrl } from "../../../domain/record/blobUrl.ts";
import type { RecordQuery } from "../../../domain/record/RecordQuery.ts";
import { type CompiledQuery, compileQuery } from "./compileQuery.ts";
import { emptyTable } from "./RecordTable.ts";
import type { StoredCollections } from "./StoredCollection.ts";

/** Compiles each query once, for as long as the query itself is kept. */
export const queryCompiler = (
  collections: StoredCollections,
  blobUrl: BlobUrl,
  most: number
): ((query: RecordQuery) => CompiledQuery) => {
  const compiled = new WeakMap<RecordQuery, CompiledQuery>();
  const table = (nsid: string) => collections.get(nsid)?.table ?? emptyTable(nsid);
  return (query) => {
    const known = compiled.get(query) ?? compileQuery(query, table, blobUrl, most);
    compiled.set(query, known);
    return known;
  };
};
