import { SqlClient } from "@effect/sql/SqlClient";
import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import { layer as atomically } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer as syncCursors } from "../../../../src/adapters/postgres/sync/SyncCursorsPostgres.ts";
import { Atomically } from "../../../../src/domain/event/Atomically.ts";
import { SyncCursors } from "../../../../src/domain/sync/stream/SyncCursors.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const stores = Layer.provideMerge(Layer.merge(syncCursors, atomically), migratedDatabase);

layer(stores, { timeout: "60 seconds", excludeTestServices: true })(
  "A holder that stops within its transaction",
  (it) => {
    it.effect("is rolled back after 5 seconds, so that the next one continues", () =>
      Effect.gen(function* () {
        const { advance, takeOver } = yield* SyncCursors;
        const { run } = yield* Atomically;
        const sql = yield* SqlClient;
        const [address, former, next] = ["wss://a.test", { name: "a", fence: 1 }, { name: "a", fence: 2 }];
        yield* takeOver(address, former);
        const stopped = yield* Effect.fork(
          run(
            Effect.gen(function* () {
              yield* advance(address, former, 7, null);
              yield* Effect.sleep("8 seconds");
              yield* sql`select 1`;
            })
          )
        );
        yield* Effect.sleep("100 millis");
        const start = performance.now();
        assert.deepStrictEqual(yield* takeOver(address, next), { cursor: null, time: null, generation: 0 });
        assert.isBelow(performance.now() - start, 7_000);
        yield* advance(address, next, 9, null);
        assert.strictEqual((yield* Fiber.await(stopped))._tag, "Failure");
        const [setting] = yield* sql`show idle_in_transaction_session_timeout`;
        assert.deepStrictEqual(Object.values(setting ?? {}), ["1min"]);
      })
    );
  }
);
