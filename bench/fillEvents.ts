import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";

/**
 * Fills an empty log up to a position with statements that insert a batch of events each, without its function and
 * triggers.
 */
export const fillEvents = (total: number, chunk: number, insert: (from: number, to: number) => string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    for (let from = 1; from <= total; from += chunk) {
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql.unsafe("set local session_replication_role = replica");
          yield* sql.unsafe(insert(from, Math.min(from + chunk - 1, total)));
        })
      );
    }
    yield* sql`update tidemark.log_head set position = ${total}`;
  });
