import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";

/** Every row of every table of the database as text, one text for each table, which begins with its name. */
export const tableTexts = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const tables = yield* sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  return yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(
      sql.unsafe<{ text: string }>(`select coalesce(string_agg(t::text, E'\\n'), '') as text from ${name} t`),
      (rows) => `${name}\n${rows.map(({ text }) => text).join("\n")}`
    )
  );
});
