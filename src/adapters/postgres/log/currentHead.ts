import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";

/** Returns the position of the last event; 0 for an empty log. */
export const currentHead = (sql: SqlClient): Effect.Effect<number, SqlError> =>
  Effect.map(sql<{ position: number }>`select position from tidemark.log_head`, ([row]) => row?.position ?? 0);
