import type { Pool } from "pg";
import { StatementNamingClient } from "../reads/StatementNamingClient.ts";

/** The open connections of pools, so that all of them can be given up at once. */
export class OpenConnections {
  readonly #clients = new Set<StatementNamingClient>();

  /** Keeps the connections that a pool opens from now on, until it closes them. */
  watch(pool: Pool): void {
    pool.on("connect", (client) => client instanceof StatementNamingClient && this.#clients.add(client));
    pool.on("remove", (client) => client instanceof StatementNamingClient && this.#clients.delete(client));
  }

  /** Closes all connections. What runs on them fails with the error. */
  abandon(error: Error): void {
    for (const client of this.#clients) client.abandon(error);
  }
}
