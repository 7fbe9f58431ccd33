import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import type { Fragment } from "@effect/sql/Statement";
import * as Effect from "effect/Effect";
import { countedEntries, type QueueLength } from "../../../domain/health/QueueLength.ts";

/** Counts entries, given a statement that returns a row with `failed` for each. */
export const queueLength: (entries: Fragment) => Effect.Effect<QueueLength, SqlError, SqlClient> = Effect.fnUntraced(
  function* (entries) {
    const sql = yield* SqlClient;
    const [row] = yield* sql<QueueLength>`
      select count(*)::int as waiting, count(*) filter (where failed)::int as failed
      from (${entries} limit ${countedEntries}) as entries`;
    return row ?? { waiting: 0, failed: 0 };
  }
);
