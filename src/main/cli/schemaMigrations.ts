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
import { databaseExists } from "./databaseExists.ts";
import { nameInstance } from "./nameInstance.ts";
import { requireMeantDatabase } from "./requireMeantDatabase.ts";

/** Queries the database as its owner, without migrating its schema first. */
export const withDatabase = <A>(query: Effect.Effect<A, SqlError | SchemaOfLaterVersion, SqlClient>) =>
  Effect.gen(function* () {
    const { databaseUrl, ...location } = yield* storageLocation;
    const url = databaseUrl ?? (yield* embedded({ ...location, purpose: "command" }));
    const client = PostgresClient.layer({ url, maxConnections: 1, applicationName: "tidemark migrations" });
    const unusable = DatabaseUnusable.from(databaseUrl);
    return yield* Effect.mapError(Effect.provide(query, client), (error) =>
      error._tag === "SqlError" ? unusable(error) : error
    );
  }).pipe(Effect.scoped);

/** The migrations of the database that the environment names. */
export const schemaMigrations = Layer.succeed(
  Migrations,
  Migrations.of({
    state: Effect.flatMap(Effect.zipRight(nameInstance, databaseExists), (found) =>
      found ? withDatabase(schemaState) : Effect.succeed(emptySchema)
    ),
    apply: nameInstance.pipe(Effect.zipRight(requireMeantDatabase), Effect.zipRight(withDatabase(migrate)))
  })
);
