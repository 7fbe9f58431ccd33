import { SqlClient } from "@effect/sql/SqlClient";
import { expect, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import { layer as testDatabase } from "../../../support/TestDatabase.ts";

layer(testDatabase, { excludeTestServices: true, timeout: "60 seconds" })("the watchdog of connections", (it) => {
  it.effect("does not close a connection whose statement is running or waits for a lock", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* sql`create table locked (a int)`;
      const holder = sql.withTransaction(
        Effect.zipRight(sql`lock table locked in access exclusive mode`, sql`select pg_sleep(14)::text as slept`)
      );
      const holding = yield* Effect.fork(holder);
      yield* Effect.sleep("500 millis");
      expect(yield* sql`select * from locked`).toEqual([]);
      expect(yield* Fiber.join(holding)).toEqual([{ slept: "" }]);
    })
  );

  it.effect("does not close a connection whose response waits for a blocked event loop", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const slow = yield* Effect.fork(
        sql.withTransaction(Effect.zipRight(sql`select pg_sleep(1)`, sql`select 2 as two`))
      );
      yield* Effect.sleep("300 millis");
      const end = performance.now() + 8_000;
      while (performance.now() < end);
      expect(yield* Fiber.join(slow)).toEqual([{ two: 2 }]);
    })
  );
});
