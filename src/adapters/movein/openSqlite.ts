import { open } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import * as Effect from "effect/Effect";
import { OtherInstanceUnreadable } from "../../domain/movein/OtherInstances.ts";
import type { OpenedDatabase } from "./OpenedDatabase.ts";

/** The bytes that an SQLite file begins with (SQLite, Database File Format, section 1.3). */
const header = "SQLite format 3\0";

const firstBytes = async (path: string): Promise<string> => {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(header.length), 0, header.length, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
};

const requireSqlite = Effect.fnUntraced(function* (path: string) {
  const bytes = yield* Effect.tryPromise({
    try: () => firstBytes(path),
    catch: () => new OtherInstanceUnreadable({ reason: "not-found", detail: path })
  });
  // An empty file is an empty database of SQLite, and none of an instance.
  if (bytes !== header) return yield* new OtherInstanceUnreadable({ reason: "not-a-database", detail: path });
});

const namesIn = (rows: ReadonlyArray<Record<string, unknown>>): ReadonlySet<string> =>
  new Set(rows.map(({ name }) => String(name)));

const opened = (database: DatabaseSync): OpenedDatabase => ({
  storage: "sqlite",
  tables: namesIn(database.prepare("select name from sqlite_master where type = 'table'").all()),
  columns: async (table) => namesIn(database.prepare("select name from pragma_table_info(?)").all(table)),
  query: async (statement) => database.prepare(statement).all(),
  text: (column) => column,
  flag: (column) => column,
  time: (column) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column})`
});

/** Opens an SQLite file for reading, for the scope. */
export const openSqlite = Effect.fnUntraced(function* (path: string) {
  yield* requireSqlite(path);
  const database = yield* Effect.acquireRelease(
    Effect.try({
      try: () => new DatabaseSync(path, { readOnly: true, timeout: 5_000 }),
      catch: (error) =>
        new OtherInstanceUnreadable({ reason: "unavailable", detail: error instanceof Error ? error.message : "" })
    }),
    (database) => Effect.sync(() => database.close())
  );
  return yield* Effect.try({
    try: () => {
      database.exec("begin");
      return opened(database);
    },
    catch: (error) =>
      new OtherInstanceUnreadable({ reason: "unavailable", detail: error instanceof Error ? error.message : "" })
  });
});
