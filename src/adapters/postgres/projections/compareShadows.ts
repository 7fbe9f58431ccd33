import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import type { StoredDifference } from "../../../domain/projection/StoredProjections.ts";
import { type StoredTable, storedTables } from "./storedTables.ts";

/** The maximum number of differences that is reported for each projection. */
const maxDifferences = 100;

const compareTable = Effect.fnUntraced(function* ({ differences, projection, rows }: StoredTable) {
  const sql = yield* SqlClient;
  const [counted] = yield* sql.unsafe<{ rows: number }>(rows);
  const found = yield* sql.unsafe<StoredDifference & { readonly count: number }>(
    `select key, log, stored, count(*) over ()::int as count from (${differences}) d order by key limit ${maxDifferences}`
  );
  return {
    projection,
    rows: counted?.rows ?? 0,
    count: found[0]?.count ?? 0,
    differences: found.map(({ key, log, stored }) => ({ key, log, stored }))
  };
});

/** Compares every stored projection with its shadow in a schema, as the surrounding transaction sees both. */
export const compareShadows = (schema: string) => Effect.forEach(storedTables(schema), compareTable);
