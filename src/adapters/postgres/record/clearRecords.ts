import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import { quoteName, schema, tableName } from "./sql/sqlNames.ts";
import { clearHiddenText } from "./table/hiddenStatements.ts";

/** Removes all records, hidden ones included, and returns their number. */
export const clearRecords: Effect.Effect<number, SqlError, SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const collections = yield* sql.unsafe<{ nsid: string }>(`select nsid from ${schema}.collections order by nsid`);
  const removed = yield* Effect.forEach(collections, ({ nsid }) =>
    sql.unsafe<{ count: number }>(
      `with gone as (delete from ${schema}.${quoteName(tableName(nsid))} returning 1) select count(*) as count from gone`
    )
  );
  const [hidden] = yield* sql.unsafe<{ count: number }>(clearHiddenText);
  return removed.reduce((total, [row]) => total + Number(row?.count ?? 0), Number(hidden?.count ?? 0));
});
