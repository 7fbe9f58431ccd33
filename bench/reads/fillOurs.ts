import { isDeepStrictEqual } from "node:util";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { RecordTable } from "../../src/adapters/postgres/record/table/RecordTable.ts";
import { type StoredCollection, storedCollections } from "../../src/adapters/postgres/record/table/StoredCollection.ts";
import { derivedValues } from "../../src/adapters/postgres/record/table/tableStatements.ts";
import type { LexiconSet } from "../../src/domain/lexicon/model/LexiconSet.ts";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { instant } from "../../src/domain/record/value/instant.ts";
import { recordText } from "../../src/domain/record/value/recordText.ts";
import { type BulkColumn, type BulkRow, bulkInsert } from "./bulkInsert.ts";
import { type DataSet, each, type RecordList } from "./dataSet.ts";

/** The columns that `put` fills, in its order, with the types of the table. */
const columnsOf = ({ table, statements }: StoredCollection) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const types = yield* sql<BulkColumn>`select quote_ident(attname) as sql, format_type(atttypid, null) as type
      from pg_attribute where attrelid = ${table.sql}::regclass and attnum > 0`;
    const names = /\(([^)]*)\)\s+select/.exec(statements.put)?.[1]?.replaceAll('"', "").split(", ") ?? [];
    return names.map((name): BulkColumn => {
      const found = types.find((column) => column.sql.replaceAll('"', "") === name);
      return { sql: found?.sql ?? name, type: found?.type ?? "text" };
    });
  });

const rowOf = (table: RecordTable, record: IndexedRecord): BulkRow => {
  const { uri, cid, did, rkey, rev, indexedAt, value } = record;
  const own = [uri, cid, did, rkey, rev, Option.getOrThrow(instant(indexedAt)), recordText(value)];
  return [...own, ...derivedValues(table, value, did)];
};

function* rowsOf(table: RecordTable, records: RecordList): Generator<BulkRow> {
  for (const record of each(records)) yield rowOf(table, record);
}

const sampleSize = 100;

/** Deletes some records and puts them again: the rows must be the same as before. */
const checkSample = (table: RecordTable, records: RecordList) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const index = yield* RecordIndex;
    for (let chosen = 0; chosen < sampleSize; chosen += 1) {
      const record = records.at(Math.floor((chosen / sampleSize) * records.length));
      const row = sql.unsafe(`select to_jsonb(t)::text as row from ${table.sql} t where uri = $1`, [record.uri]);
      const before = yield* row;
      yield* index.remove(record.uri, null);
      yield* index.put(record);
      if (before.length !== 1 || !isDeepStrictEqual(yield* row, before))
        return yield* Effect.fail(new Error(`${record.uri} is stored differently in bulk than on its own`));
    }
  });

/** Fills the tables of the index with the rows that `RecordIndex.put` would write, and verifies some of them. */
export const fillOurs = (lexicons: LexiconSet, data: DataSet) =>
  Effect.gen(function* () {
    yield* Effect.flatMap(RecordIndex, (index) => index.define(lexicons));
    const stored = storedCollections(lexicons);
    for (const records of [data.profiles, data.posts, data.likes]) {
      const collection = stored.get(records.nsid);
      if (collection === undefined) return yield* Effect.fail(new Error(`There is no Lexicon for ${records.nsid}`));
      const { table } = collection;
      yield* bulkInsert(table.sql, yield* columnsOf(collection), rowsOf(table, records));
      yield* checkSample(table, records);
    }
  });

/** Adds indexes for the fields that the queries filter and sort by, as an operator could. */
export const addIndexes = (lexicons: LexiconSet) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const post = storedCollections(lexicons).get("app.example.post")?.table.sql;
    yield* sql.unsafe(`create index on ${post} ("s_lang", "t_createdAt" desc nulls last, uri desc)`);
    yield* sql.unsafe(`create index on ${post} ("s_lang", indexed_at desc, uri desc)`);
    yield* sql.unsafe(`vacuum analyze ${post}`);
  });
