import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { Client } from "pg";
import { TestDatabase } from "../TestDatabase.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

type Storage = "sqlite" | "postgres";
type Cell = string | number | boolean | null;

/** Rows for the tables of an instance of quickslice, by table and column. */
export type OtherRows = Readonly<Record<string, ReadonlyArray<Readonly<Record<string, Cell>>>>>;

/** The types of the columns that differ between the two databases. */
const types: Readonly<Record<Storage, { readonly json: string; readonly time: string; readonly flag: string }>> = {
  sqlite: { json: "text", time: "text", flag: "integer" },
  postgres: { json: "jsonb", time: "timestamptz", flag: "boolean" }
};

/** The tables of version 0.20 that matter to a move, with the columns that are read or that a row needs. */
const tablesOf = (storage: Storage): ReadonlyArray<string> => {
  const { flag, json, time } = types[storage];
  const id = storage === "sqlite" ? "integer primary key autoincrement" : "serial primary key";
  return [
    "create table schema_migrations (version text primary key)",
    `create table config (key text primary key, value text not null, updated_at ${time})`,
    `create table lexicon (id text primary key, json ${json} not null, created_at ${time})`,
    `create table record (uri text primary key, cid text, did text not null, collection text not null, json ${json})`,
    `create table oauth_client (client_id text primary key, client_secret text, client_name text not null,
      redirect_uris text not null, grant_types text not null, response_types text not null, scope text,
      token_endpoint_auth_method text not null, client_type text not null, created_at bigint not null,
      updated_at bigint not null, metadata ${json}, access_token_expiration integer not null default 86400,
      refresh_token_expiration integer not null default 1209600, require_redirect_exact ${flag} not null,
      registration_access_token text, jwks ${json})`,
    "create table oauth_access_token (token text primary key, client_id text not null, scope text)",
    "create table oauth_refresh_token (token text primary key, client_id text not null)",
    "create table oauth_authorization_code (code text primary key, client_id text not null)",
    "create table oauth_atp_session (session_id text, iteration integer, dpop_key text)",
    "create table admin_session (session_id text primary key)",
    `create table label_definition (val text primary key, description text not null, severity text not null,
      default_visibility text not null default 'warn')`,
    `create table label (id ${id}, src text not null, uri text not null, cid text, val text not null,
      neg ${flag} not null, cts ${time} not null, exp ${time})`,
    `create table report (id ${id}, reporter_did text, subject_uri text, status text not null)`,
    "create table actor_label_preference (did text, label_val text, visibility text)"
  ];
};

const text = (cell: Cell, storage: Storage): string => {
  if (cell === null) return "null";
  if (typeof cell === "boolean" && storage === "sqlite") return cell ? "1" : "0";
  return typeof cell === "string" ? `'${cell.replaceAll("'", "''")}'` : String(cell);
};

const statementsOf = (rows: OtherRows, storage: Storage): ReadonlyArray<string> => [
  ...tablesOf(storage),
  ...Object.entries(rows).flatMap(([table, list]) =>
    list.map((row) => {
      const cells = Object.values(row).map((cell) => text(cell, storage));
      return `insert into ${table} (${Object.keys(row).join(", ")}) values (${cells.join(", ")})`;
    })
  )
];

/** Creates an SQLite file with these rows, and returns its path. The file is removed with the scope. */
export const otherSqlite = (rows: OtherRows) =>
  Effect.map(temporaryFolder, (folder) => {
    const path = join(folder, "quickslice.db");
    const database = new DatabaseSync(path);
    database.exec("pragma journal_mode = wal");
    for (const statement of statementsOf(rows, "sqlite")) database.exec(statement);
    database.close();
    return path;
  });

/** Creates the same tables and rows in the database of a suite, and returns its URL. */
export const otherPostgres = (rows: OtherRows) =>
  Effect.flatMap(TestDatabase, ({ url }) =>
    Effect.promise(async () => {
      const client = new Client({ connectionString: Redacted.value(url) });
      await client.connect();
      for (const statement of statementsOf(rows, "postgres")) await client.query(statement);
      await client.end();
      return Redacted.value(url);
    })
  );
