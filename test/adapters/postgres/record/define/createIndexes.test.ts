import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SqlClient } from "@effect/sql/SqlClient";
import { expect, layer } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as Schedule from "effect/Schedule";
import { layer as postgresClient } from "../../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { createIndexes } from "../../../../../src/adapters/postgres/record/define/createIndexes.ts";
import { layer as recordIndexPostgres } from "../../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { storedCollections } from "../../../../../src/adapters/postgres/record/table/StoredCollection.ts";
import { RecordIndex } from "../../../../../src/domain/record/index/RecordIndex.ts";
import { lexiconsOfDocuments } from "../../../../domain/lexicon/lexiconsOf.ts";
import { TestDatabase } from "../../../../support/TestDatabase.ts";
import { recordsDatabase } from "../recordsDatabase.ts";

const maker = fileURLToPath(new URL("./indexCreator.ts", import.meta.url));

const setOf = (id: string) =>
  lexiconsOfDocuments({
    lexicon: 1,
    id,
    defs: {
      main: {
        type: "record",
        key: "any",
        record: { type: "object", properties: { subject: { type: "string", format: "at-uri" } } }
      }
    }
  });

/** A table with rows of some 300 bytes, and no index on its references. */
const filled = (id: string, rows: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const index = Context.get(yield* Layer.build(recordIndexPostgres()), RecordIndex);
    const set = setOf(id);
    const [stored] = storedCollections(set).values();
    if (stored === undefined) throw new Error("The set has no collection");
    const { sql: table } = stored.table;
    const { indexes } = stored.statements;
    yield* index.define(set);
    for (const { name } of indexes) yield* sql.unsafe(`drop index tidemark_records."${name}"`);
    yield* sql.unsafe(`insert into ${table} (uri, cid, did, rkey, indexed_at, value, paths, layout, r_subject)
      select 'at://did:plc:bob/${id}/' || n, 'bafy', 'did:plc:bob', n, n, '{"pad":"' || repeat('x', 200) || '"}', '{}', '', 'at://did:plc:bob/a.b.c/' || n % 9
      from generate_series(1, ${rows}) n`);
    const found = sql.unsafe<{ oid: number; valid: boolean }>(
      `select indexrelid::int as oid, indisvalid as valid from pg_index where indrelid = '${table}'::regclass and indpred is not null order by 1`
    );
    return { sql, table, indexes, set, index, found, make: createIndexes(table, indexes) };
  });

const large = 25_000;

/** Starts a transaction that has written to a table. Returns the effect that ends it. */
const openWriter = (sql: SqlClient, table: string) =>
  Effect.gen(function* () {
    const [written, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()];
    const write = sql
      .unsafe(`update ${table} set rev = '3k' where rkey = '7'`)
      .pipe(Effect.zipRight(Deferred.succeed(written, undefined)), Effect.zipRight(Deferred.await(end)));
    const writer = yield* Effect.fork(sql.withTransaction(write));
    yield* Deferred.await(written);
    return Effect.zipRight(Deferred.succeed(end, undefined), Fiber.join(writer));
  });

/** Waits until the creation of an index waits for a transaction. */
const untilMaking = (sql: SqlClient) =>
  sql`select from pg_stat_activity where datname = current_database() and query like 'create index concurrently%' and wait_event_type = 'Lock'`.pipe(
    Effect.repeat({ until: (rows) => rows.length > 0, schedule: Schedule.spaced("5 millis") })
  );

layer(recordsDatabase, { excludeTestServices: true })("The indexes of a table with rows", (it) => {
  it.scoped("are created once by two processes, and block no writer of a large table", () =>
    Effect.gen(function* () {
      const { sql, table, found, make } = yield* filled("test.indexes.beside", large);
      const endWriter = yield* openWriter(sql, table);
      const making = yield* Effect.fork(Effect.all([make, make], { concurrency: "unbounded" }));
      yield* untilMaking(sql);
      const other = sql.unsafe(`update ${table} set rev = '3k' where rkey = '8'`);
      yield* sql.withTransaction(Effect.zipRight(sql`set local lock_timeout = '1s'`, other));
      expect((yield* found).filter(({ valid }) => valid)).toEqual([]);
      yield* endWriter;
      yield* Fiber.join(making);
      const made = yield* found;
      expect(made.map(({ valid }) => valid)).toEqual([true, true]);
      yield* make;
      expect(yield* found).toEqual(made);
    })
  );

  it.scoped.each([
    ["test.indexes.few", 500],
    ["test.indexes.many", large]
  ] as const)("are recreated if a process died while it created one: %s", ([id, rows]) =>
    Effect.gen(function* () {
      const { sql, index, set, found, make } = yield* filled(id, rows);
      yield* make;
      const [broken, whole] = yield* found;
      yield* sql`update pg_index set indisvalid = false where indexrelid = ${broken?.oid ?? 0}`;
      yield* sql`update tidemark_records.collections set filled = false where nsid = ${id}`;
      const process = Context.get(yield* Layer.build(recordIndexPostgres()), RecordIndex);
      yield* process.define(set);
      const after = yield* found;
      expect(after.map(({ valid }) => valid)).toEqual([true, true]);
      expect(after.map(({ oid }) => oid)).toContain(whole?.oid);
      expect(after.map(({ oid }) => oid)).not.toContain(broken?.oid);
      yield* index.define(set);
      expect(yield* found).toEqual(after);
    })
  );

  it.scoped("are created by the next process if one is killed while its server process continues", () =>
    Effect.gen(function* () {
      const { sql, table, indexes, found, make } = yield* filled("test.indexes.killed", large);
      const { url } = yield* TestDatabase;
      const [first] = indexes;
      const endWriter = yield* openWriter(sql, table);
      const child = spawn(process.execPath, [maker, Redacted.value(url), table, first?.name ?? "", first?.on ?? ""]);
      yield* untilMaking(sql);
      child.kill("SIGKILL");
      yield* Effect.promise(() => once(child, "exit"));
      const next = yield* Effect.fork(make);
      expect((yield* found).map(({ valid }) => valid)).toEqual([false]);
      yield* endWriter;
      yield* Fiber.join(next);
      expect((yield* found).map(({ valid }) => valid)).toEqual([true, true]);
    })
  );

  it.scoped("need only one connection, which is all that a command has left", () =>
    Effect.gen(function* () {
      const { found, make } = yield* filled("test.indexes.alone", large);
      const { url } = yield* TestDatabase;
      yield* Effect.provide(make, postgresClient({ url, maxConnections: 1 }));
      expect((yield* found).map(({ valid }) => valid)).toEqual([true, true]);
    })
  );

  it.scoped("are completed for the next caller if the one that waits for them is interrupted", () =>
    Effect.gen(function* () {
      const { sql, table, found, make } = yield* filled("test.indexes.stopped", large);
      const endWriter = yield* openWriter(sql, table);
      const stopped = yield* Effect.fork(make);
      yield* untilMaking(sql);
      yield* Fiber.interrupt(stopped);
      const next = yield* Effect.fork(make);
      yield* endWriter;
      yield* Fiber.join(next);
      expect((yield* found).map(({ valid }) => valid)).toEqual([true, true]);
    })
  );
});
