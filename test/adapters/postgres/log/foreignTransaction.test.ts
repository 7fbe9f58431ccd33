import { SqlClient } from "@effect/sql/SqlClient";
import { assert, layer } from "@effect/vitest";
import * as Chunk from "effect/Chunk";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import * as Stream from "effect/Stream";
import { layer as postgresClient } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { oldestTransaction, transactionsFinding } from "../../../../src/adapters/postgres/schema/openTransaction.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { freshStream, sampleEvents } from "../../../contracts/sampleEvent.ts";
import { TestDatabase } from "../../../support/TestDatabase.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const stores = Layer.provideMerge(eventLog, migratedDatabase);

/** Runs a statement in a transaction of another program, which stays open until it is released. */
const openTransaction = (statement: string) =>
  Effect.gen(function* () {
    const { url } = yield* TestDatabase;
    const [open, release] = [yield* Deferred.make<number>(), yield* Deferred.make<void>()];
    const work = Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* sql.unsafe(statement);
      const [row] = yield* sql<{ pid: number }>`select pg_backend_pid() as pid`;
      yield* Deferred.succeed(open, row?.pid ?? 0);
      yield* Deferred.await(release);
    });
    const client = postgresClient({ url, maxConnections: 1, applicationName: "a report" });
    const fiber = yield* Effect.fork(
      Effect.provide(
        Effect.flatMap(SqlClient, (sql) => sql.withTransaction(work)),
        client
      )
    );
    const pid = yield* Deferred.await(open);
    return { pid, release: Effect.zipRight(Deferred.succeed(release, undefined), Fiber.join(fiber)) };
  });

const append = (count: number) =>
  Effect.flatMap(EventLog, ({ append }) => append(freshStream(), 0, sampleEvents(count)));

layer(stores, { timeout: "60 seconds", excludeTestServices: true })("a long transaction of another program", (it) => {
  it.effect("EV-13: delays no reader of the log while it only reads", () =>
    Effect.gen(function* () {
      const log = yield* EventLog;
      yield* append(3);
      const { pid, release } = yield* openTransaction(
        "set transaction isolation level repeatable read; select count(*) from tidemark.events"
      );
      yield* append(4);
      const events = yield* log.follow(0).pipe(Stream.take(7), Stream.runCollect);
      assert.deepStrictEqual(
        Chunk.toReadonlyArray(events).map(({ position }) => position),
        [1, 2, 3, 4, 5, 6, 7]
      );
      assert.strictEqual((yield* oldestTransaction)?.pid, pid);
      yield* release;
    })
  );

  it.effect("EV-13: makes appends wait while it locks the log, is named by its process, and loses none of them", () =>
    Effect.gen(function* () {
      const log = yield* EventLog;
      const before = yield* log.head;
      const { pid, release } = yield* openTransaction("select from tidemark.log_head for update");
      const appending = yield* Effect.fork(Effect.all([append(2), append(3)], { concurrency: 2 }));
      yield* Effect.repeat(oldestTransaction, {
        until: (found) => (found?.waiting ?? 0) > 0,
        schedule: Schedule.spaced("20 millis")
      });
      const blocking = yield* oldestTransaction;
      assert.deepStrictEqual([blocking?.pid, blocking?.application], [pid, "a report"]);
      assert.isTrue(Option.isNone(yield* Fiber.poll(appending)));
      yield* release;
      yield* Fiber.join(appending);
      assert.strictEqual(yield* log.head, before + 5);
    })
  );

  it.effect("EV-13: is a problem for tidemark doctor after a while, sooner if others wait", () =>
    Effect.sync(() => {
      const open = { pid: 4711, application: "a report", seconds: 290, waiting: 0 };
      assert.strictEqual(transactionsFinding(null).status, "ok");
      assert.strictEqual(transactionsFinding(open).status, "ok");
      assert.deepStrictEqual(transactionsFinding({ ...open, seconds: 301 }), {
        status: "problem",
        detail: "the transaction of the server process 4711 (a report) has been open for 301 s",
        remedy: "let it end, or end it with select pg_terminate_backend(4711)"
      });
      assert.strictEqual(
        transactionsFinding({ ...open, seconds: 6, waiting: 2 }).detail,
        "the transaction of the server process 4711 (a report) has been open for 6 s, and 2 connections wait for it"
      );
    })
  );
});
