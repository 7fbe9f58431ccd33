import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { sql as migration } from "../../../../src/adapters/postgres/migrations/0100_records.ts";
import { layer as testDatabase } from "../../../support/TestDatabase.ts";

/** A database of its own with the schema of the index. */
export const recordsDatabase = Layer.effectDiscard(Effect.flatMap(SqlClient, (sql) => sql.unsafe(migration))).pipe(
  Layer.provideMerge(testDatabase)
);
