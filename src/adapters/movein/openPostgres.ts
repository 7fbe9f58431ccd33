import * as Effect from "effect/Effect";
import { Client } from "pg";
import { OtherInstanceUnreadable } from "../../domain/movein/OtherInstances.ts";
import type { OpenedDatabase } from "./OpenedDatabase.ts";

/** A message of the driver names the host, the database or the role, and no password. */
const unavailable = (error: unknown) =>
  new OtherInstanceUnreadable({
    reason: "unavailable",
    detail: error instanceof Error && error.message !== "" ? error.message : "the server did not respond"
  });

const names = async (client: Client, statement: string, values: ReadonlyArray<string>) => {
  const { rows } = await client.query<{ readonly name: string }>(statement, [...values]);
  return new Set(rows.map(({ name }) => name));
};

const opened = async (client: Client): Promise<OpenedDatabase> => {
  await client.query("begin transaction isolation level repeatable read read only");
  return {
    storage: "postgres",
    tables: await names(
      client,
      "select table_name as name from information_schema.tables where table_schema = any (current_schemas(false))",
      []
    ),
    columns: (table) =>
      names(
        client,
        `select column_name as name from information_schema.columns
        where table_schema = any (current_schemas(false)) and table_name = $1`,
        [table]
      ),
    query: async (statement) => (await client.query(statement)).rows,
    text: (column) => `${column}::text`,
    flag: (column) => `${column}::int`,
    time: (column) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  };
};

/** Opens a PostgreSQL database for reading, for the scope. */
export const openPostgres = Effect.fnUntraced(function* (url: string) {
  const client = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const client = new Client({
          connectionString: url,
          application_name: "tidemark move-in",
          connectionTimeoutMillis: 10_000
        });
        // A connection that is lost between two statements fails the next one.
        client.on("error", () => undefined);
        await client.connect();
        return client;
      },
      catch: unavailable
    }),
    (client) => Effect.promise(() => client.end().catch(() => undefined))
  );
  return yield* Effect.tryPromise({ try: () => opened(client), catch: unavailable });
});
