import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { grantAppRole } from "./appRole.ts";
import { sql as log } from "./migrations/0001_log.ts";
import { sql as stores } from "./migrations/0002_stores.ts";
import { sql as records } from "./migrations/0100_records.ts";
import { sql as fieldUsage } from "./migrations/0101_field_usage.ts";
import { sql as actorPds } from "./migrations/0110_actor_pds.ts";
import { sql as writes } from "./migrations/0111_writes.ts";
import { sql as authorizationOwners } from "./migrations/0120_authorization_owners.ts";
import { sql as owedRevocations } from "./migrations/0130_owed_revocations.ts";
import { sql as serverNonces } from "./migrations/0131_server_nonces.ts";
import { sql as dueRepositories } from "./migrations/0140_due_repositories.ts";

/** In order, each applied once; a new one goes to the end, with the number of its file. */
const migrations: ReadonlyArray<Migration> = [
  { id: 1, name: "log", sql: log },
  { id: 2, name: "stores", sql: stores },
  { id: 100, name: "records", sql: records },
  { id: 101, name: "field usage", sql: fieldUsage },
  { id: 110, name: "actor pds", sql: actorPds },
  { id: 111, name: "writes", sql: writes },
  { id: 120, name: "authorization owners", sql: authorizationOwners },
  { id: 130, name: "owed revocations", sql: owedRevocations },
  { id: 131, name: "server nonces", sql: serverNonces },
  { id: 140, name: "due repositories", sql: dueRepositories }
];

interface Migration {
  readonly id: number;
  readonly name: string;
  /** One or more statements, which create everything in the schema `tidemark`. */
  readonly sql: string;
}

const advisoryLock = 0x71de_0001;

const createJournal = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const [found] = yield* sql<{ journal: string | null }>`select to_regclass('tidemark.migrations')::text as journal`;
  if (found?.journal) return;
  yield* sql.unsafe(`
    create schema if not exists tidemark;
    create table tidemark.migrations (id integer primary key, name text not null, applied_at timestamptz not null default now());
  `);
});

const apply = Effect.fn("applyMigration")(function* ({ id, name, sql: statements }: Migration) {
  const sql = yield* SqlClient;
  yield* sql.unsafe(statements);
  yield* sql`insert into tidemark.migrations (id, name) values (${id}, ${name})`;
  yield* Effect.logDebug(`Applied migration ${id}, ${name}`);
});

/**
 * Brings the schema `tidemark` up to date in one transaction, all of it or none, and lets the application's role use it.
 * Processes that start at once wait for the first one. Needs the connection of the schema's owner.
 */
export const migrate: Effect.Effect<void, SqlError, SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient;
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`select pg_advisory_xact_lock(${advisoryLock})`;
      yield* createJournal;
      const applied = yield* sql<{ id: number }>`select id from tidemark.migrations`;
      const pending = migrations.filter(({ id }) => !applied.some((done) => done.id === id));
      yield* Effect.forEach(pending, apply, { discard: true });
      yield* grantAppRole(pending.length > 0);
    })
  );
});

/** `migrate`, when the layer is built. */
export const layer: Layer.Layer<never, SqlError, SqlClient> = Layer.effectDiscard(migrate);
