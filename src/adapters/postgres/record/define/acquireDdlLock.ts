import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";

const advisoryLock = 0x71de_0100;

/** Lets one process at a time make tables and what belongs to them, until the end of its transaction. */
export const acquireDdlLock: Effect.Effect<unknown, SqlError, SqlClient> = Effect.flatMap(
  SqlClient,
  (sql) => sql`select pg_advisory_xact_lock(${advisoryLock})`
);
