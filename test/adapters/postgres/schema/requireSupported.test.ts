import { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import { expect, it, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { layer as postgresClient } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { migrate } from "../../../../src/adapters/postgres/Migrations.ts";
import { DatabaseUnusable } from "../../../../src/main/DatabaseUnusable.ts";
import { TestDatabase, layer as testDatabase } from "../../../support/TestDatabase.ts";

const refusal = (error: SqlError) => DatabaseUnusable.from(null)(error).message;

const attempt = migrate.pipe(Effect.catchTag("SchemaOfLaterVersion", Effect.die));

const schemas = Effect.flatMap(SqlClient, (sql) => sql`select from pg_namespace where nspname = 'tidemark'`);

layer(testDatabase, { excludeTestServices: true })("a database that the service cannot run on", (it) => {
  it.scoped("is refused with one line and left unchanged if it is not in UTF-8", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const { name, url } = yield* TestDatabase;
      const latin = `${name}_latin`;
      yield* Effect.acquireRelease(
        sql.unsafe(`create database ${latin} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`),
        () => Effect.orDie(sql.unsafe(`drop database ${latin} with (force)`))
      );
      const address = new URL(Redacted.value(url));
      address.pathname = `/${latin}`;
      const there = postgresClient({ url: Redacted.make(address.href), maxConnections: 1 });
      const error = yield* Effect.flip(Effect.provide(attempt, there));
      expect(error).toBeInstanceOf(SqlError);
      expect(refusal(error)).toBe(
        "The embedded database cannot be used: its encoding is LATIN1: create a new database with encoding 'UTF8' (create database … template template0 encoding 'UTF8')"
      );
      expect(yield* Effect.provide(schemas, there)).toEqual([]);
    })
  );

  it.effect("is refused if a pooler ignores the session settings", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase;
      const ignored = postgresClient({ url, maxConnections: 1, settings: { plan_cache_mode: "auto" } });
      const error = yield* Effect.flip(Effect.provide(attempt, ignored));
      expect(refusal(error)).toMatch(/PgBouncer.*let DATABASE_URL name the PostgreSQL server itself$/);
      expect(yield* schemas).toEqual([]);
    })
  );
});

it("the message names a pooler that refuses the session settings", () => {
  const said = Object.assign(new Error("unsupported startup parameter: options"), { code: "08P01" });
  expect(refusal(new SqlError({ cause: said }))).toMatch(/PgBouncer.*let DATABASE_URL name the PostgreSQL server/);
});
