import { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import { expect, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Exit from "effect/Exit";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import * as Schedule from "effect/Schedule";
import * as fc from "fast-check";
import { DatabaseError } from "pg";
import { layer as postgresClient } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { toByteText } from "../../../../src/adapters/postgres/reads/byteText.ts";
import {
  type ReadParameters,
  ReadTimedOut,
  ReadTooLarge
} from "../../../../src/adapters/postgres/reads/CoalescedRead.ts";
import type { TextRow } from "../../../../src/adapters/postgres/reads/RowMessages.ts";
import { type Read, RowReader } from "../../../../src/adapters/postgres/reads/RowReader.ts";
import { database, TestDatabase } from "../../../support/TestDatabase.ts";

const withReaders = (maxConnections: number, role?: string) =>
  Layer.unwrapEffect(
    Effect.map(TestDatabase, ({ url }) => postgresClient({ url, maxConnections, ...(role && { role }) }))
  ).pipe(Layer.provideMerge(database));

const prepared = (text: string, onWrite: () => void = () => undefined) =>
  Effect.map(
    RowReader,
    (reader): Read<ReadonlyArray<TextRow>> =>
      reader.prepare({
        text,
        bytes: 1_000,
        bind: (parameters) => parameters,
        write: (rows) => {
          onWrite();
          return rows;
        }
      })
  );

const read = (text: string, values: ReadParameters = [], milliseconds = 10_000) =>
  Effect.flatMap(prepared(text), (run) => run(values, milliseconds));

const asleep = "select pg_sleep(60)::text";

/** The number of server processes in this database that are asleep. */
const sleepers = Effect.flatMap(
  SqlClient,
  (sql) => sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`
).pipe(Effect.map(([row]) => row?.count));

const until = (count: number) =>
  Effect.repeat(sleepers, { until: (found) => found === count, schedule: Schedule.spaced("5 millis") }).pipe(
    Effect.timeout("10 seconds")
  );

layer(withReaders(1), { excludeTestServices: true })("RowReader", (it) => {
  it.effect("returns every column as the server sends it", () =>
    Effect.gen(function* () {
      const values = ['ä, "quoted" and \\', 42, true, ["", "a,b", "{}", "NULL", '\\"', "ß"], []];
      const text = "select $1::text, $2::int, $3::boolean, ($4::text[])[5], cardinality($4::text[]), $5::text[], null";
      const row = [toByteText('ä, "quoted" and \\'), "42", "t", '\\"', "6", "{}", null];
      expect(yield* read(text, values)).toEqual([row]);
      expect(yield* read(text, values)).toEqual([row]);
      expect(yield* read(text, values)).toEqual([row]);
      expect(yield* read("select 1 where false")).toEqual([]);
    })
  );

  it.effect("succeeds after a table of a prepared statement has changed its shape", () =>
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

  it.effect("cannot change anything", () =>
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

  it.effect("cancels a statement that takes too long, and gives up waiting for a connection", () =>
    Effect.gen(function* () {
      const outcomes = yield* Effect.all([read(asleep, [], 300), read("select 1", [], 100)], {
        concurrency: 2,
        mode: "either"
      });
      expect(outcomes.map((outcome) => "left" in outcome && outcome.left)).toEqual([
        new ReadTimedOut({ milliseconds: 300 }),
        new ReadTimedOut({ milliseconds: 100 })
      ]);
      yield* until(0);
      expect(yield* read("select 2")).toEqual([["2"]]);
    })
  );

  it.effect("cancels a statement whose rows are too large", () =>
    Effect.gen(function* () {
      const hundreds = (count: number) =>
        read("select repeat('x', 100) from (select generate_series(1, $1::int)) s", [count]);
      expect(yield* hundreds(9)).toHaveLength(9);
      expect(yield* Effect.flip(hundreds(10))).toEqual(new ReadTooLarge({ bytes: 1_000 }));
      expect(yield* Effect.flip(hundreds(100_000_000))).toEqual(new ReadTooLarge({ bytes: 1_000 }));
      expect(yield* read("select 5")).toEqual([["5"]]);
    })
  );

  it.effect("cancels a statement that no request waits for", () =>
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

  it.effect("fails when its connection is lost, and has another one for the next read", () =>
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

  it.effect("sends one statement for concurrent identical requests, and writes its result once", () =>
    Effect.gen(function* () {
      let written = 0;
      const run = yield* prepared("select $1::int, clock_timestamp()::text", () => {
        written += 1;
      });
      const asked = Array.from({ length: 30 }, (_, at) => run([at % 2], 10_000));
      const answers = yield* Effect.all(asked, { concurrency: "unbounded" });
      expect(answers.map(([row]) => row?.[0])).toEqual(answers.map((_, at) => String(at % 2)));
      expect(new Set(answers.map(([row]) => row?.[1])).size).toBe(2);
      expect(written).toBe(2);
      const [later] = yield* run([0], 10_000);
      expect(later?.[1]).not.toBe(answers[0]?.[0]?.[1]);
    })
  );

  it.effect("returns no rows that are older than the request", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* sql`create table shared (a int)`;
      const run = yield* prepared("select (select count(*) from shared), pg_sleep($1::float)::text");
      const count = Effect.map(run([0.2], 10_000), ([row]) => row?.[0]);
      const before = yield* Effect.fork(count);
      yield* until(1);
      yield* sql`insert into shared values (1)`;
      const after = yield* Effect.all([count, count], { concurrency: "unbounded" });
      expect(yield* Fiber.join(before)).toBe("0");
      expect(after).toEqual(["1", "1"]);
    })
  );

  it.effect("a request that times out leaves the read to the others", () =>
    Effect.gen(function* () {
      const busy = yield* Effect.fork(read("select pg_sleep(0.5)::text"));
      yield* until(1);
      const run = yield* prepared("select 6");
      const left = yield* Effect.fork(run([], 10_000));
      const [hasty, patient] = yield* Effect.all(
        [Effect.ensuring(Effect.either(run([], 50)), Fiber.interrupt(left)), run([], 10_000)],
        { concurrency: "unbounded" }
      );
      expect(hasty).toEqual(Either.left(new ReadTimedOut({ milliseconds: 50 })));
      expect(patient).toEqual([["6"]]);
      yield* Fiber.join(busy);
    })
  );

  it.effect("an error fails all identical requests", () =>
    Effect.gen(function* () {
      const run = yield* prepared("select 1 / $1::int");
      const outcomes = yield* Effect.all([run([0], 10_000), run([0], 10_000), run([1], 10_000)], {
        concurrency: "unbounded",
        mode: "either"
      });
      expect(outcomes.map(Either.isLeft)).toEqual([true, true, false]);
    })
  );
});

/** What happens while reads are running. */
type Step =
  | { readonly _tag: "ask"; readonly like: number; readonly within: number }
  | { readonly _tag: "write" }
  | { readonly _tag: "leave"; readonly which: number };

const tagged = <Tag extends Step["_tag"]>(tag: Tag) => ({ _tag: fc.constant(tag) });

const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ ...tagged("ask"), like: fc.nat(2), within: fc.constantFrom(2, 10_000) }) },
    { weight: 1, arbitrary: fc.record(tagged("write")) },
    { weight: 1, arbitrary: fc.record({ ...tagged("leave"), which: fc.nat(1_000) }) }
  ),
  { maxLength: 60 }
);

layer(withReaders(2), { excludeTestServices: true })("RowReader with two connections", (it) => {
  it.effect("holds back a read only for a moment while an identical one is running", () =>
    Effect.gen(function* () {
      const run = yield* prepared(asleep);
      const first = yield* Effect.fork(run([], 10_000));
      yield* until(1);
      const second = yield* Effect.fork(run([], 10_000));
      yield* until(2);
      yield* Fiber.interruptAll([first, second]);
      yield* until(0);
    })
  );

  it.effect("returns what was written before the request, whichever others start, leave or time out meanwhile", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* sql`create table written (a int)`;
      const run = yield* prepared("select count(*), $1::int from written");
      let committed = 0;
      const through = Effect.fnUntraced(function* (taken: ReadonlyArray<Step>) {
        const asked: Array<Fiber.RuntimeFiber<void>> = [];
        for (const each of taken) {
          if (each._tag === "write") {
            yield* sql`insert into written values (1)`;
            committed += 1;
          } else if (each._tag === "leave") {
            const fiber = asked[each.which % Math.max(1, asked.length)];
            if (fiber) yield* Effect.fork(Fiber.interrupt(fiber));
          } else {
            const before = committed;
            const answer = Effect.matchEffect(run([each.like], each.within), {
              onFailure: (failure) => Effect.sync(() => expect(failure).toEqual(new ReadTimedOut({ milliseconds: 2 }))),
              onSuccess: ([row]) =>
                Effect.sync(() => {
                  expect(row?.[1]).toBe(String(each.like));
                  expect(Number(row?.[0])).toBeGreaterThanOrEqual(before);
                })
            });
            asked.push(yield* Effect.fork(answer));
            yield* Effect.yieldNow();
          }
        }
        for (const exit of yield* Fiber.awaitAll(asked)) {
          if (Exit.isFailure(exit) && !Exit.isInterrupted(exit)) yield* exit;
        }
      });
      const runtime = yield* Effect.runtime<never>();
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(steps, (taken) => Runtime.runPromise(runtime)(through(taken))),
          { numRuns: 50 }
        )
      );
      yield* until(0);
      expect(yield* run([7], 10_000)).toEqual([[String(committed), "7"]]);
    })
  );
});

// A role that sees what all server processes wait for, and may not cancel their statements.
layer(withReaders(2, "pg_read_all_stats"), { excludeTestServices: true })("RowReader that acts as a role", (it) => {
  it.effect("cancels reads and other statements that no request waits for", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      expect(yield* Effect.flip(read(asleep, [], 300))).toEqual(new ReadTimedOut({ milliseconds: 300 }));
      yield* until(0);
      const statement = yield* Effect.fork(sql.unsafe(asleep));
      yield* until(1);
      yield* Fiber.interrupt(statement);
      yield* until(0);
      expect(yield* sql`select current_user::text as role`).toEqual([{ role: "pg_read_all_stats" }]);
    })
  );
});
