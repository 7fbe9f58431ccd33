import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { layer } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";

/** Runs one statement over a separate connection. */
export const query = (url: Redacted.Redacted | string, statement: string) =>
  Effect.flatMap(SqlClient, (sql) => sql.unsafe<Record<string, unknown>>(statement)).pipe(
    Effect.provide(layer({ url: typeof url === "string" ? Redacted.make(url) : url, maxConnections: 1 }))
  );
