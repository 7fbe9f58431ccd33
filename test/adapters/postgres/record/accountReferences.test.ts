import { SqlClient } from "@effect/sql/SqlClient";
import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as RecordIndexPostgres from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { tableName } from "../../../../src/adapters/postgres/record/sql/sqlNames.ts";
import type { AtUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { notificationsOf } from "../../../contracts/notificationQuery.ts";
import { alice, bob, recordOf, scalar, setOf } from "../../../contracts/recordIndexFixture.ts";
import { recordsDatabase } from "./recordsDatabase.ts";

const nsid = Nsid.make("test.references.upgrade");
const table = `tidemark_records."${tableName(nsid)}"`;
const who = { _tag: "Scalar" as const, type: "string" as const, format: "did", knownValues: [] };

const count = Effect.map(notificationsOf(alice, [nsid]), ({ totalCount }) => totalCount);

/** The rows of an earlier version have no references. */
const forgetReferences = Effect.flatMap(SqlClient, (sql) => sql.unsafe(`update ${table} set account_refs = null`));

const postgres = Layer.provideMerge(RecordIndexPostgres.layer(), recordsDatabase);

layer(postgres, { timeout: "60 seconds" })("the references of rows of an earlier version", (it) => {
  it.effect("are indexed by a pass, which leaves rows without references as they are", () =>
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      const sql = yield* SqlClient;
      yield* index.define(setOf(nsid, { who, text: scalar("string") }));
      for (const rkey of ["a", "b", "c", "d", "e"])
        yield* index.put(recordOf(nsid, rkey, rkey === "c" ? { text: "none" } : { who: alice }, { did: bob }));
      assert.strictEqual(yield* count, 4);
      yield* forgetReferences;
      assert.strictEqual(yield* count, 0);
      let after: AtUri | null = yield* index.indexReferences(nsid, null, 2);
      assert.strictEqual(yield* count, 2);
      while (after !== null) after = yield* index.indexReferences(nsid, after, 2);
      assert.strictEqual(yield* count, 4);
      const left = yield* sql.unsafe<{ uri: string }>(`select uri from ${table} where account_refs is null`);
      assert.deepStrictEqual(left, [{ uri: `at://${bob}/${nsid}/c` }]);
    })
  );

  it.effect("are derived when their account is shown again", () =>
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      yield* forgetReferences;
      yield* index.hide(bob, "deactivated");
      yield* index.show(bob);
      assert.strictEqual(yield* count, 4);
    })
  );

  it.effect("are all of records that are stored: no row of the index is left behind", () =>
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      const sql = yield* SqlClient;
      yield* index.clear;
      const [rows] = yield* sql<{ count: number }>`
        select count(*)::int as count from tidemark_records.account_references`;
      assert.strictEqual(rows?.count, 0);
    })
  );
});
