import { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import { expect, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Schedule from "effect/Schedule";
import { DatabaseError } from "pg";
import { layer as postgresClient } from "../../../src/adapters/postgres/PostgresClient.ts";
import { ReadTooLarge, ReadTooLong, RowReader } from "../../../src/adapters/postgres/RowReader.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";

const withOneReader = Layer.unwrapEffect(
  Effect.map(TestDatabase, ({ url }) => postgresClient({ url, maxConnections: 1 }))
).pipe(Layer.provideMerge(database));

const read = (text: string, values: ReadonlyArray<string | number | boolean | ReadonlyArray<string>> = []) =>
  Effect.flatMap(RowReader, (reader) => reader.read({ text, values, milliseconds: 10_000, bytes: 1_000 }));

const asleep = "select pg_sleep(60)::text";

/** How many of the server's processes in this database are asleep. */
const sleepers = Effect.flatMap(
  SqlClient,
  (sql) => sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`
).pipe(Effect.map(([row]) => row?.count));

const until = (count: number) =>
  Effect.repeat(sleepers, { until: (found) => found === count, schedule: Schedule.spaced("5 millis") }).pipe(
    Effect.timeout("10 seconds")
  );

layer(withOneReader, { excludeTestServices: true })("RowReader", (it) => {
  it.effect("gives every column as the server writes it", () =>
    Effect.gen(function* () {
      const values = ['ä, "quoted" and \\', 42, true, ["", "a,b", "{}", "NULL", '\\"', "ß"], []];
      const text = "select $1::text, $2::int, $3::boolean, ($4::text[])[5], cardinality($4::text[]), $5::text[], null";
      const row = ['ä, "quoted" and \\', "42", "t", '\\"', "6", "{}", null];
      expect(yield* read(text, values)).toEqual([row]);
      expect(yield* read(text, values)).toEqual([row]);
      expect(yield* read(text, values)).toEqual([row]);
      expect(yield* read("select 1 where false")).toEqual([]);
    })
  );

  it.effect("goes on when a table changes its shape under a prepared statement", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* sql`create table reshaped (a int)`;
      yield* sql`insert into reshaped values (1)`;
      const all = read("select * from reshaped where a = $1::int", [1]);
      yield* all;
      yield* all;
      yield* sql`alter table reshaped add column b text default 'new'`;
      expect(yield* all).toEqual([["1", "new"]]);
      expect(yield* all).toEqual([["1", "new"]]);
    })
  );

  it.effect("changes nothing, whatever it is told to run", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* sql`create table kept (a int)`;
      const error = yield* Effect.flip(read("insert into kept values (1) returning a"));
      expect(error).toBeInstanceOf(SqlError);
      expect(error.cause instanceof DatabaseError && error.cause.code).toBe("25006");
      expect(yield* sql`select * from kept`).toEqual([]);
      expect(yield* read("select 1")).toEqual([["1"]]);
    })
  );

  it.effect("stops the server when it takes too long, while it runs and while it waits for a connection", () =>
    Effect.gen(function* () {
      const reader = yield* RowReader;
      const outcomes = yield* Effect.all(
        [
          reader.read({ text: asleep, values: [], milliseconds: 300, bytes: 1_000 }),
          reader.read({ text: "select 1", values: [], milliseconds: 100, bytes: 1_000 })
        ],
        { concurrency: 2, mode: "either" }
      );
      expect(outcomes.map((outcome) => "left" in outcome && outcome.left)).toEqual([
        new ReadTooLong({ milliseconds: 300 }),
        new ReadTooLong({ milliseconds: 100 })
      ]);
      yield* until(0);
      expect(yield* read("select 2")).toEqual([["2"]]);
    })
  );

  it.effect("stops the server when it sends too much", () =>
    Effect.gen(function* () {
      const hundreds = (count: number) =>
        read("select repeat('x', 100) from (select generate_series(1, $1::int)) s", [count]);
      expect(yield* hundreds(9)).toHaveLength(9);
      expect(yield* Effect.flip(hundreds(10))).toEqual(new ReadTooLarge({ bytes: 1_000 }));
      expect(yield* Effect.flip(hundreds(100_000_000))).toEqual(new ReadTooLarge({ bytes: 1_000 }));
      expect(yield* read("select 5")).toEqual([["5"]]);
    })
  );

  it.effect("stops the server when nobody waits any more", () =>
    Effect.gen(function* () {
      const running = yield* Effect.fork(read(asleep));
      yield* until(1);
      const waiting = yield* Effect.fork(read("select 1"));
      yield* Fiber.interrupt(waiting);
      yield* Fiber.interrupt(running);
      yield* until(0);
      expect(yield* read("select 3")).toEqual([["3"]]);
    })
  );

  it.effect("fails when its connection is lost, and has another one next", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const running = yield* Effect.fork(Effect.flip(read(asleep)));
      yield* until(1);
      yield* sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`;
      expect(yield* Fiber.join(running)).toBeInstanceOf(SqlError);
      expect(yield* read("select 4")).toEqual([["4"]]);
    })
  );
});
