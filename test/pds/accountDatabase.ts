import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";

/** Runs one statement on the account database of a PDS, for what no API can do, such as backdating a token. */
export function runOnAccountDatabase(pdsDirectory: string, sql: string): Array<Record<string, SQLOutputValue>> {
  const database = new DatabaseSync(join(pdsDirectory, "data", "account.sqlite"), { timeout: 5_000 });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
