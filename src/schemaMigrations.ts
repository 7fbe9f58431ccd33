import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { Migrations } from "./adapters/cli/Migrations.ts";
import { emptySchema, migrate, type SchemaOfLaterVersion, schemaState } from "./adapters/postgres/Migrations.ts";
import * as PostgresClient from "./adapters/postgres/PostgresClient.ts";
import { DatabaseUnusable } from "./DatabaseUnusable.ts";
import { kept } from "./kept.ts";
import { embedded } from "./storage.ts";

/** Asks the database as the user who owns it, without bringing its schema up to date first. */
export const onDatabase = <A>(ask: Effect.Effect<A, SqlError | SchemaOfLaterVersion, SqlClient>) =>
  Effect.gen(function* () {
    const { dataDir, databaseUrl } = yield* kept;
    const url = databaseUrl ?? (yield* embedded({ dataDir, purpose: "command" }));
    const client = PostgresClient.layer({ url, maxConnections: 1, applicationName: "tidemark migrations" });
    const unusable = DatabaseUnusable.from(databaseUrl);
    return yield* Effect.mapError(Effect.provide(ask, client), (error) =>
      error._tag === "SqlError" ? unusable(error) : error
    );
  }).pipe(Effect.scoped);

/** Whether there is a database to look at; the embedded one is made by its first start. */
export const isThere = Effect.map(
  kept,
  ({ dataDir, databaseUrl }) => databaseUrl !== null || existsSync(join(dataDir, "postgres"))
);

/** The schema of the database of the environment. */
export const schemaMigrations = Layer.succeed(
  Migrations,
  Migrations.of({
    state: Effect.flatMap(isThere, (found) => (found ? onDatabase(schemaState) : Effect.succeed(emptySchema))),
    apply: onDatabase(migrate)
  })
);
