import { SqlClient } from "@effect/sql/SqlClient";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import { layer as postgresClient } from "../../../src/adapters/postgres/connection/PostgresClient.ts";
import { migrate } from "../../../src/adapters/postgres/Migrations.ts";
import { availableAppRole } from "../../../src/adapters/postgres/schema/appRole.ts";
import { silentLogger } from "../../support/silentLogger.ts";
import { database, TestDatabase, layer as testDatabase } from "../../support/TestDatabase.ts";

const applied = Effect.flatMap(
  SqlClient,
  (sql) => sql<{ id: number; name: string; at: string }>`
    select id, name, applied_at::text as at from tidemark.migrations order by id`
);

/** Migrates as another process does, over its own connections. */
const startProcess = Effect.gen(function* () {
  const { url } = yield* TestDatabase;
  yield* Effect.provide(migrate, Layer.fresh(postgresClient({ url, maxConnections: 1 })));
});

/** A database user who may create anything in the database. */
const plainUser = (attribute: string) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const { name, url } = yield* TestDatabase;
      const user = `plain_${name}`;
      yield* sql.unsafe(
        `create role ${user} login ${attribute} password 'plain'; grant create on database ${name} to ${user}`
      );
      return { user, url: urlAs(user, Redacted.value(url)) };
    }),
    ({ user }) =>
      Effect.flatMap(SqlClient, (sql) => sql.unsafe(`drop owned by ${user} cascade; drop role ${user}`)).pipe(
        Effect.orDie
      )
  );

const urlAs = (user: string, owner: string): Redacted.Redacted => {
  const url = new URL(owner);
  url.searchParams.set("user", user);
  url.searchParams.set("password", "plain");
  return Redacted.make(url.href);
};

describe("Migrations", () => {
  it.effect("are applied once, however many processes start at once, in however many databases of one server", () =>
    Effect.forEach(
      [1, 2, 3],
      () =>
        Effect.gen(function* () {
          yield* Effect.all([startProcess, startProcess, startProcess], { concurrency: "unbounded" });
          const { url } = yield* TestDatabase;
          const rows = yield* Effect.provide(applied, postgresClient({ url, maxConnections: 1 }));
          const names = rows.map(({ name }) => name);
          assert.includeMembers(names, ["log", "stores"]);
          assert.strictEqual(new Set(names).size, names.length);
        }).pipe(Effect.provide(Layer.fresh(database))),
      { concurrency: "unbounded" }
    )
  );

  it.effect("do nothing the second time", () =>
    Effect.gen(function* () {
      yield* migrate;
      const before = yield* applied;
      yield* migrate;
      assert.deepStrictEqual(yield* applied, before);
      assert.isAbove(before.length, 1);
    }).pipe(Effect.provide(testDatabase))
  );

  it.effect("create everything in their own schemas", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const outside = sql`select relname from pg_class
        where relnamespace::regnamespace::text not in
          ('tidemark', 'tidemark_records', 'pg_catalog', 'information_schema', 'pg_toast')`;
      const before = yield* outside;
      yield* migrate;
      assert.deepStrictEqual(yield* outside, before);
    }).pipe(Effect.provide(testDatabase))
  );

  it.effect.each([
    { who: "a user who may not create roles", attribute: "nocreaterole", member: false },
    { who: "a user who may, if another one has created the role", attribute: "createrole", member: false },
    { who: "a user who is a member of the role", attribute: "nocreaterole", member: true }
  ])("work for $who", ({ attribute, member }) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* migrate;
      const { url, user } = yield* plainUser(attribute);
      if (member) yield* sql.unsafe(`grant tidemark_app to ${user}`);
      yield* sql.unsafe("drop schema tidemark, tidemark_records cascade");
      const migrated = Effect.zipRight(migrate, Effect.all({ names: applied, role: availableAppRole }));
      const { names, role } = yield* Effect.provide(migrated, Layer.fresh(postgresClient({ url })));
      assert.isAbove(names.length, 1);
      assert.deepStrictEqual(role, member ? Option.some("tidemark_app") : Option.none());
    }).pipe(Effect.scoped, Effect.provide(Layer.fresh(testDatabase)), Effect.provide(silentLogger))
  );
});
