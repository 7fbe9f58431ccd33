import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { storedValues } from "../../src/adapters/postgres/record/table/recordRows.ts";
import type { StoredCollection } from "../../src/adapters/postgres/record/table/StoredCollection.ts";
import { insertAll, putAllValues } from "../../src/adapters/postgres/record/table/tableStatements.ts";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";
import type { RecordList } from "./dataSet.ts";
import { batches } from "./fillOurs.ts";

/** A statement, the statement that undoes it, and the order of both. */
interface Definition {
  readonly drop: string;
  readonly create: string;
}

const indexesOf = (table: string): string => `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint where conrelid = '${table}'::regclass and contype = 'p'
  union all
  select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
  from pg_index i where i.indrelid = '${table}'::regclass and not i.indisprimary`;

/**
 * Fills the empty table of a collection with millions of records: without its triggers, and with indexes that are created at
 * the end. All of it is in one transaction that empties the table, so that PostgreSQL keeps no log of it where `wal_level`
 * is minimal.
 */
export const fillTable = (collection: StoredCollection, records: RecordList) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const { sql: table } = collection.table;
    const definitions = yield* sql.unsafe<Definition>(indexesOf(table));
    const insert = insertAll(collection.table);
    const insertBatch = (batch: ReadonlyArray<IndexedRecord>) =>
      sql.unsafe(insert, putAllValues(batch.map((record) => storedValues(collection, record))));
    const fill = Effect.gen(function* () {
      yield* sql.unsafe("set local maintenance_work_mem = '512MB'");
      yield* sql.unsafe(`truncate ${table}`);
      yield* sql.unsafe(`alter table ${table} disable trigger user`);
      for (const { drop } of definitions) yield* sql.unsafe(drop);
      // The server stores a batch while the next one is created.
      yield* Stream.fromIteratorSucceed(batches(records), 1).pipe(
        Stream.mapEffect(insertBatch, { concurrency: 2 }),
        Stream.runDrain
      );
      for (const { create } of definitions) yield* sql.unsafe(create);
      yield* sql.unsafe(`alter table ${table} enable trigger user`);
    });
    yield* sql.withTransaction(fill);
    yield* sql.unsafe(`vacuum analyze ${table}`);
  });
