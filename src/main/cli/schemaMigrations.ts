import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { Migrations } from "../../adapters/cli/migrate/Migrations.ts";
import * as PostgresClient from "../../adapters/postgres/connection/PostgresClient.ts";
import { emptySchema, migrate, type SchemaOfLaterVersion, schemaState } from "../../adapters/postgres/Migrations.ts";
import { DatabaseUnusable } from "../DatabaseUnusable.ts";
import { embedded } from "../storage.ts";
import { storageLocation } from "../storageLocation.ts";

/** Asks the database as the user who owns it, without bringing its schema up to date first. */
export const withDatabase = <A>(ask: Effect.Effect<A, SqlError | SchemaOfLaterVersion, SqlClient>) =>
  Effect.gen(function* () {
    const { dataDir, databaseUrl } = yield* storageLocation;
    const url = databaseUrl ?? (yield* embedded({ dataDir, purpose: "command" }));
    const client = PostgresClient.layer({ url, maxConnections: 1, applicationName: "tidemark migrations" });
    const unusable = DatabaseUnusable.from(databaseUrl);
    return yield* Effect.mapError(Effect.provide(ask, client), (error) =>
      error._tag === "SqlError" ? unusable(error) : error
    );
  }).pipe(Effect.scoped);

/** Whether there is a database to look at; the embedded one is made by its first start. */
export const databaseExists = Effect.map(
  storageLocation,
  ({ dataDir, databaseUrl }) => databaseUrl !== null || existsSync(join(dataDir, "postgres"))
);

/** The schema of the database of the environment. */
export const schemaMigrations = Layer.succeed(
  Migrations,
  Migrations.of({
    state: Effect.flatMap(databaseExists, (found) => (found ? withDatabase(schemaState) : Effect.succeed(emptySchema))),
    apply: withDatabase(migrate)
  })
);
