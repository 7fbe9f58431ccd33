import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";

/**
 * Runs one statement on the account database of a PDS, for what no API can do, such as backdating a token.
 *
 * Never call it in the process of the PDS. Closing a file there releases the POSIX locks that the PDS's own SQLite holds
 * on it; the next process that closes the database then deletes the write-ahead log, and no other process sees what the
 * PDS writes from then on (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
export function runOnAccountDatabase(pdsDirectory: string, sql: string): Array<Record<string, SQLOutputValue>> {
  const database = new DatabaseSync(join(pdsDirectory, "data", "account.sqlite"), { timeout: 5_000 });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
