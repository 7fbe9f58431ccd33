import { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { layer as postgresClient } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { database, TestDatabase } from "../../../support/TestDatabase.ts";

const withOneConnection = Layer.unwrapEffect(
  Effect.map(TestDatabase, ({ url }) => postgresClient({ url, maxConnections: 1 }))
).pipe(Layer.provideMerge(database));

const prepared = (text: string) =>
  Effect.flatMap(
    SqlClient,
    (sql) =>
      sql<{ generic: number; custom: number }>`
        select generic_plans as generic, custom_plans as custom from pg_prepared_statements where statement = ${text}`
  );

const endOwnBackend = Effect.flatMap(SqlClient, (sql) => sql`select pg_terminate_backend(pg_backend_pid())`);

it.layer(withOneConnection)("PostgresClient", (it) => {
  it.effect("prepares a statement when it is sent again, and plans it generically", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const double = (value: number) => sql<{ doubled: number }>`select ${value}::int * 2 as doubled`;
      const text = "select $1::int * 2 as doubled";
      yield* double(1);
      expect(yield* prepared(text)).toEqual([]);
      yield* double(2);
      expect(yield* double(3)).toEqual([{ doubled: 6 }]);
      expect(yield* prepared(text)).toEqual([{ generic: 2, custom: 0 }]);
    })
  );

  it.effect("keeps up to 256 statements prepared", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const one = (index: number) => sql.unsafe(`select $1::int as c${index}`, [index]);
      yield* Effect.forEach(
        Array.from({ length: 300 }, (_, index) => index),
        (index) => Effect.zipRight(one(index), one(index))
      );
      const [row] = yield* sql<{ count: number }>`select count(*) as count from pg_prepared_statements`;
      expect(row?.count).toBeLessThanOrEqual(256);
      expect(row?.count).toBeGreaterThan(200);
      expect(yield* one(0)).toEqual([{ c0: 0 }]);
    })
  );

  it.effect("succeeds after a table of a prepared statement has changed its shape", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const all = sql`select * from shape where a = ${1}`;
      yield* sql`create table shape (a int)`;
      yield* sql`insert into shape values (1)`;
      yield* all;
      yield* all;
      yield* sql`alter table shape add column b text default 'new'`;
      expect(yield* all).toEqual([{ a: 1, b: "new" }]);
    })
  );

  it.effect("runs several statements of one text, as migrations have them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* sql`create table two (a int); insert into two values (1), (2)`;
      expect(yield* sql`select a from two order by a`).toEqual([{ a: 1 }, { a: 2 }]);
    })
  );

  it.effect("reads int8 as a number if that is exact, and timestamptz as ISO text with all its digits", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const rows = yield* sql`
        select 7::int8 as small, ${"9223372036854775807"}::int8 as large, '2026-03-01 10:20:30.123456+02'::timestamptz as at`;
      expect(rows).toEqual([{ small: 7, large: 9223372036854775807n, at: "2026-03-01T08:20:30.123456Z" }]);
    })
  );

  it.effect("fails the query whose connection is lost with SqlError, and recovers", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      expect(yield* Effect.flip(endOwnBackend)).toBeInstanceOf(SqlError);
      expect(yield* sql`select ${1}::int as one`).toEqual([{ one: 1 }]);
    })
  );

  it.effect("fails a transaction whose connection is lost with SqlError, not with a defect", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      expect(yield* Effect.flip(sql.withTransaction(endOwnBackend))).toBeInstanceOf(SqlError);
      expect(yield* sql`select ${1}::int as one`).toEqual([{ one: 1 }]);
    })
  );

  it.effect("fails a transaction whose commit is lost with SqlError, and one of its own error with that", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const lost = Effect.ignore(endOwnBackend);
      expect(yield* Effect.flip(sql.withTransaction(lost))).toBeInstanceOf(SqlError);
      expect(yield* Effect.flip(sql.withTransaction(Effect.zipRight(lost, Effect.fail("own"))))).toBe("own");
      expect(yield* sql`select ${1}::int as one`).toEqual([{ one: 1 }]);
    })
  );

  it.effect("acts as the given role, in spite of the options of the URL", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const { name, url } = yield* TestDatabase;
      yield* sql.unsafe(`create role ${name}`);
      const client = postgresClient({ url, role: name, settings: { work_mem: "5MB" } });
      const rows = yield* Effect.flatMap(
        SqlClient,
        (own) => own`select current_user::text as role, current_setting('work_mem') as memory`
      ).pipe(Effect.provide(client));
      yield* sql.unsafe(`drop role ${name}`);
      expect(rows).toEqual([{ role: name, memory: "5MB" }]);
    })
  );
});
