import { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";

/** The oldest major version of PostgreSQL that the service runs on. */
export const oldestVersion = 17;

interface Server {
  readonly version: string;
  readonly number: number;
  readonly encoding: string;
  readonly plans: string;
}

/** The database can be reached, but the service cannot run on it. The message is one line for the operator. */
class UnsupportedDatabase extends Error {
  override readonly name = "UnsupportedDatabase";
}

const problemOf = ({ encoding, number, plans, version }: Server): string | null => {
  if (number < oldestVersion * 10_000)
    return `PostgreSQL ${version} is older than ${oldestVersion}: move to PostgreSQL ${oldestVersion} or later`;
  if (encoding !== "UTF8")
    return `its encoding is ${encoding}: create a new database with encoding 'UTF8' (create database … template template0 encoding 'UTF8')`;
  if (plans !== "force_generic_plan")
    return "a pooler (such as PgBouncer) drops the settings of its sessions: poolers are not supported, let DATABASE_URL name the PostgreSQL server itself";
  return null;
};

/**
 * Fails with `SqlError` if the server is too old, the database is not in UTF-8, or a pooler drops the session settings of
 * `PostgresClient`.
 */
export const requireSupported: Effect.Effect<void, SqlError, SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const [server] = yield* sql<Server>`
    select split_part(current_setting('server_version'), ' ', 1) as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding, current_setting('plan_cache_mode') as plans`;
  const problem = server === undefined ? null : problemOf(server);
  if (problem !== null)
    return yield* new SqlError({ cause: new UnsupportedDatabase(problem), message: "The database is not supported" });
});
