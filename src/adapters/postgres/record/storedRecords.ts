import type { SqlClient } from "@effect/sql/SqlClient";
import * as Option from "effect/Option";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { Cid } from "../../../domain/atproto/Cid.ts";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import type { RecordRange, RecordVersion } from "../../../domain/record/index/RecordIndex.ts";
import { isoText } from "./result/isoText.ts";
import type { StoredCollection } from "./table/StoredCollection.ts";

interface FoundRow {
  readonly cid: string;
  readonly rev: string | null;
  readonly indexedAt: string;
  readonly value: string;
}

const recordOf = (uri: AtUri, { cid, indexedAt, rev, value }: FoundRow): IndexedRecord => ({
  ...recordAddress(uri),
  uri,
  cid: Cid.make(cid, true),
  rev,
  indexedAt: isoText(indexedAt),
  value: JSON.parse(value)
});

/** Returns the functions that read stored records, visible or not. `definition` returns how a collection is stored. */
export const storedRecords = (sql: SqlClient, definition: (collection: string) => StoredCollection | undefined) => {
  const find = traced("RecordIndexPostgres.find")(function* (uri: AtUri) {
    const collection = definition(recordAddress(uri).collection);
    if (collection === undefined) return Option.none();
    const [row] = yield* sql.unsafe<FoundRow>(collection.statements.find, [uri]);
    return row === undefined ? Option.none() : Option.some(recordOf(uri, row));
  });

  const scan = traced("RecordIndexPostgres.scan")(function* (collection: Nsid, after: AtUri | null, limit: number) {
    const statement = definition(collection)?.statements.scan;
    if (statement === undefined) return [];
    const rows = yield* sql.unsafe<FoundRow & { readonly uri: AtUri }>(statement, [after ?? "", limit]);
    return rows.map((row) => recordOf(row.uri, row));
  });

  const list = traced("RecordIndexPostgres.list")(function* (range: RecordRange, limit: number) {
    const { collection, did, from, upTo } = range;
    const statement = definition(collection)?.statements.list;
    if (statement === undefined) return [];
    const prefix = `at://${did}/${collection}/`;
    // "0" is the character after "/", so that no address of the collection comes after this one.
    const last = upTo === null ? `at://${did}/${collection}0` : `${prefix}${upTo}`;
    return yield* sql.unsafe<RecordVersion>(statement, [`${prefix}${from ?? ""}`, last, limit]);
  });

  return { find, scan, list };
};
