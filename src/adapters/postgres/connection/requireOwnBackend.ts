import type { Pool } from "pg";
import { backendPid } from "../reads/pgInternals.ts";
import { StatementNamingClient } from "../reads/StatementNamingClient.ts";

/** The connection ends at a pooler instead of a process of the server. The message is one line for the operator. */
class PoolerInBetween extends Error {
  override readonly name = "PoolerInBetween";

  constructor() {
    super(
      "the server is a connection pooler (such as PgBouncer), which is not supported, because the service needs the settings, notifications and prepared statements of a session, and the process behind each connection; let DATABASE_URL name the PostgreSQL server itself"
    );
  }
}

/**
 * Connects a pool, and fails if statements run in another process of the server than the one that the connection was given:
 * a pooler is in between, however it is configured.
 */
export const requireOwnBackend = async (pool: Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    if (client instanceof StatementNamingClient && rows[0]?.pid !== backendPid(client)) throw new PoolerInBetween();
  } finally {
    client.release();
  }
};
