import { randomBytes } from "node:crypto";
import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import type { PgClient } from "@effect/sql-pg/PgClient";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { Client } from "pg";
import { inject } from "vitest";
import { layer as postgresClient } from "../../src/adapters/postgres/connection/PostgresClient.ts";
import type { RowReader } from "../../src/adapters/postgres/reads/RowReader.ts";

/** A fresh database of its own, dropped when the scope closes. `url` is for child processes. */
export class TestDatabase extends Context.Tag("test/TestDatabase")<
  TestDatabase,
  { readonly name: string; readonly url: Redacted.Redacted }
>() {}

const administer = (statement: string): Effect.Effect<void> =>
  Effect.promise(async () => {
    const client = new Client({ connectionString: inject("postgresUrl") });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  });

const urlOf = (database: string): string => {
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${database}`;
  return url.href;
};

const locale = "encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C'";

const createDatabase = Effect.acquireRelease(
  Effect.gen(function* () {
    const name = `test_${randomBytes(8).toString("hex")}`;
    yield* administer(`create database ${name} template template0 ${locale}`);
    return { name, url: Redacted.make(urlOf(name)) };
  }),
  ({ name }) => administer(`drop database ${name} with (force)`)
);

/** An empty database in UTF-8, ordered bytewise, for one suite. */
export const database: Layer.Layer<TestDatabase> = Layer.scoped(TestDatabase, createDatabase);

/** The same, with the clients of `PostgresClient` connected to it. */
export const layer: Layer.Layer<TestDatabase | PgClient | SqlClient | RowReader, SqlError> = Layer.unwrapEffect(
  Effect.map(TestDatabase, ({ url }) => postgresClient({ url, maxConnections: 5 }))
).pipe(Layer.provideMerge(database));
