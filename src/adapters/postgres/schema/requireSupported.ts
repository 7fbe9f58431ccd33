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

/** The database answers, and the service cannot run on it. The message is one line for the operator. */
class UnsupportedDatabase extends Error {
  override readonly name = "UnsupportedDatabase";
}

const problemOf = ({ encoding, number, plans, version }: Server): string | null => {
  if (number < oldestVersion * 10_000)
    return `PostgreSQL ${version} is older than ${oldestVersion}: move to PostgreSQL ${oldestVersion} or later`;
  if (encoding !== "UTF8")
    return `its encoding is ${encoding}: create the database anew with encoding 'UTF8' (create database … template template0 encoding 'UTF8')`;
  if (plans !== "force_generic_plan")
    return "a pooler (such as PgBouncer) drops the settings of its sessions: poolers are not supported, let DATABASE_URL name the PostgreSQL server itself";
  return null;
};

/**
 * Fails with SqlError where the server is older than supported, the database is not in UTF-8, or something in between
 * keeps the settings of `PostgresClient` from the session.
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
