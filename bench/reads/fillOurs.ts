import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { type DataSet, each, type RecordList } from "./dataSet.ts";

const recordsAtOnce = 2_000;

/** Batches of records. They can be stored at the same time: each locks its accounts in the same order. */
export function* batches(records: RecordList): Generator<ReadonlyArray<IndexedRecord>> {
  let batch: Array<IndexedRecord> = [];
  for (const record of each(records)) {
    batch.push(record);
    if (batch.length < recordsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const inOrder = (records: ReadonlyArray<IndexedRecord>): ReadonlyArray<IndexedRecord> =>
  records.toSorted((a, b) => (a.uri < b.uri ? -1 : 1));

/** Stores the records in the index, as a backfill does, and says what the database must know of the tables. */
export const fillOurs = (data: DataSet, tableOf: (records: RecordList) => string) =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const sql = yield* SqlClient;
    for (const records of [data.profiles, data.posts, data.likes]) {
      yield* Stream.fromIteratorSucceed(batches(records), 1).pipe(
        Stream.mapEffect((batch) => index.putAll(inOrder(batch)), { concurrency: 2, unordered: true }),
        Stream.runDrain
      );
      yield* sql.unsafe(`vacuum analyze ${tableOf(records)}`);
    }
  });

/** Adds indexes for the fields that the queries filter and sort by, as an operator could. */
export const addIndexes = (posts: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    yield* sql.unsafe(`create index on ${posts} ("s_lang", "t_createdAt" desc nulls last, uri desc)`);
    yield* sql.unsafe(`create index on ${posts} ("s_lang", indexed_at desc, uri desc)`);
    yield* sql.unsafe(`vacuum analyze ${posts}`);
  });
