import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as TestClock from "effect/TestClock";
import * as SecretCipherAesGcm from "../../../../src/adapters/crypto/SecretCipherAesGcm.ts";
import { layer } from "../../../../src/adapters/postgres/personal/AddressHashesPostgres.ts";
import { AddressHashes } from "../../../../src/domain/personal/AddressHashes.ts";
import { addressHashesContract } from "../../../contracts/addressHashesContract.ts";
import { testCiphers } from "../../../support/testSubjectKeys.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const services = layer.pipe(Layer.provideMerge(testCiphers), Layer.provideMerge(migratedDatabase));

addressHashesContract("Postgres", services);

/** The hashes of another process over the same database. */
const another = Effect.map(Layer.build(Layer.fresh(layer)), (context) => Context.get(context, AddressHashes));

const otherSecrets = SecretCipherAesGcm.layer({
  secrets: [Redacted.make("another secret of tests that is long enough for its purpose")]
});

const keys = Effect.flatMap(
  SqlClient,
  (sql) => sql<{ day: string }>`select day::text as day from tidemark.address_keys order by day`
);

it.layer(services, { timeout: "60 seconds" })("the key of network addresses", (it) => {
  it.scoped("is the same in every process, and there is only that of today", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 1, 8));
      const first = yield* AddressHashes;
      const hash = yield* first.hash("192.0.2.1");
      assert.strictEqual(yield* (yield* another).hash("192.0.2.1"), hash);
      assert.deepStrictEqual(yield* keys, [{ day: "2026-03-01" }]);
      yield* TestClock.setTime(Date.UTC(2026, 2, 2, 8));
      yield* first.hash("192.0.2.1");
      assert.deepStrictEqual(yield* keys, [{ day: "2026-03-02" }]);
      yield* TestClock.setTime(Date.UTC(2026, 2, 3, 8));
      yield* first.forget;
      assert.deepStrictEqual(yield* keys, []);
    })
  );

  it.scoped("of a process with other secrets is its own, and leaves that of the others alone", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 3, 1));
      const hash = yield* (yield* AddressHashes).hash("192.0.2.1");
      const stranger = yield* Effect.provide(another, otherSecrets);
      assert.notStrictEqual(yield* stranger.hash("192.0.2.1"), hash);
      assert.strictEqual(yield* stranger.hash("192.0.2.1"), yield* stranger.hash("192.0.2.1"));
      assert.strictEqual(yield* (yield* another).hash("192.0.2.1"), hash);
    })
  );

  it.effect("is in no write-ahead log, and a deleted one is vacuumed at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const [table] = yield* sql<{ persistence: string; options: ReadonlyArray<string> }>`
        select relpersistence as persistence, reloptions as options from pg_class
        where oid = 'tidemark.address_keys'::regclass`;
      assert.strictEqual(table?.persistence, "u");
      assert.includeMembers([...(table?.options ?? [])], ["autovacuum_vacuum_threshold=0"]);
    })
  );

  it.effect("is not kept of a transaction that is rolled back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const { hash } = yield* AddressHashes;
      yield* TestClock.setTime(Date.UTC(2026, 4, 1));
      const undone = yield* sql
        .withTransaction(Effect.zipRight(hash("192.0.2.1"), Effect.fail("undone")))
        .pipe(Effect.flip);
      assert.strictEqual(undone, "undone");
      const kept = yield* hash("192.0.2.1");
      assert.strictEqual(yield* (yield* Effect.scoped(another)).hash("192.0.2.1"), kept);
    })
  );
});
