import * as Option from "effect/Option";
import type { IndexedRecord } from "../../../../domain/record/index/IndexedRecord.ts";
import { instant } from "../../../../domain/record/value/instant.ts";
import { recordText } from "../../../../domain/record/value/recordText.ts";
import type { StoredCollection } from "./StoredCollection.ts";
import { derivedText, derivedValues } from "./tableStatements.ts";

const ownValues = ({ uri, cid, did, rkey, rev, indexedAt, value }: IndexedRecord) => [
  uri,
  cid,
  did,
  rkey,
  rev,
  Option.getOrThrow(instant(indexedAt)),
  recordText(value)
];

/** Returns the row of a record in the table of its collection. */
export const storedValues = ({ table }: StoredCollection, record: IndexedRecord) => [
  ...ownValues(record),
  ...derivedValues(table, record.value, record.did)
];

/** Returns the row of a hidden record. */
export const hiddenValues = ({ table }: StoredCollection, record: IndexedRecord) => [
  ...ownValues(record),
  record.collection,
  table.layout,
  derivedText(table, record.value, record)
];

/** Returns the columns of rows. */
export const transposed = <A>(rows: ReadonlyArray<ReadonlyArray<A | null>>): ReadonlyArray<ReadonlyArray<A | null>> =>
  rows[0]?.map((_, at) => rows.map((row) => row[at] ?? null)) ?? [];
