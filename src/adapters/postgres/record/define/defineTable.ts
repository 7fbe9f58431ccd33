import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import { type AtUri, recordAddress } from "../../../../domain/atproto/AtUri.ts";
import { schema } from "../sql/sqlNames.ts";
import type { StoredCollection } from "../table/StoredCollection.ts";
import { derivedValues } from "../table/tableStatements.ts";
import { createIndexes } from "./createIndexes.ts";
import { acquireDdlLock, retryOnLockTimeout, setShortLockTimeout } from "./ddlLocks.ts";
import { fillHidden } from "./fillHidden.ts";
import { createIndex } from "./TableIndex.ts";

interface Defined {
  readonly layout: string;
  readonly filled: boolean;
}

const definedAs = (sql: SqlClient, nsid: string) =>
  sql<Defined>`select layout, filled from ${sql.literal(schema)}.collections where nsid = ${nsid}`;

const change = Effect.fnUntraced(function* ({
  table: { nsid, layout },
  statements: { create, indexes }
}: StoredCollection) {
  const sql = yield* SqlClient;
  yield* acquireDdlLock;
  const [locked] = yield* definedAs(sql, nsid);
  if (locked?.layout === layout) return !locked.filled;
  yield* setShortLockTimeout;
  // The indexes of a table with rows are created by `fillTable`, without the lock that a new column needs.
  const newIndexes = locked === undefined ? indexes.map((index) => createIndex(index, "")) : [];
  for (const text of [...create, ...newIndexes]) yield* sql.unsafe(text);
  yield* sql`
    insert into ${sql.literal(schema)}.collections (nsid, layout, filled)
    values (${nsid}, ${layout}, ${locked === undefined})
    on conflict (nsid) do update set layout = excluded.layout, filled = excluded.filled`;
  return locked !== undefined;
});

/**
 * Creates the table of a collection, or the columns that it lacks, in one process at a time. Returns whether the table may
 * hold rows with another layout; `fillTable` must then recompute their derived columns.
 */
export const defineTable: (collection: StoredCollection) => Effect.Effect<boolean, SqlError, SqlClient> =
  Effect.fnUntraced(function* (collection) {
    const sql = yield* SqlClient;
    const [before] = yield* definedAs(sql, collection.table.nsid);
    if (before?.layout === collection.table.layout) return !before.filled;
    return yield* retryOnLockTimeout(sql.withTransaction(change(collection)));
  });

/**
 * Creates the indexes that a table lacks, and recomputes the derived columns of every row with another layout, also of
 * those that are hidden from all but their authors. It works in batches, while other statements read and write.
 */
export const fillTable: (collection: StoredCollection) => Effect.Effect<void, SqlError, SqlClient> = Effect.fnUntraced(
  function* (collection) {
    const sql = yield* SqlClient;
    yield* createIndexes(collection.table.sql, collection.statements.indexes);
    let last: string | null = "";
    while (last !== null) last = yield* sql.withTransaction(fillRows(collection, last));
    yield* fillHidden(collection.table);
    if (collection.statements.deleteObsoleteLists !== null)
      yield* sql.unsafe(collection.statements.deleteObsoleteLists);
    yield* sql`
      update ${sql.literal(schema)}.collections set filled = true where nsid = ${collection.table.nsid} and layout = ${collection.table.layout}`;
  }
);

/** Fills one batch. Returns the URI of its last row; null if no row was left. */
const fillRows: (collection: StoredCollection, after: string) => Effect.Effect<string | null, SqlError, SqlClient> =
  Effect.fnUntraced(function* ({ table, statements: { outdated, refill } }, after) {
    const sql = yield* SqlClient;
    const rows = yield* sql.unsafe<{ uri: AtUri; value: string }>(outdated, [after, table.layout]);
    if (rows.length === 0) return null;
    const filled = rows.map(({ uri, value }) => [
      uri,
      ...derivedValues(table, JSON.parse(value), recordAddress(uri).did)
    ]);
    const lists = filled[0]?.map((_, at) => filled.map((row) => row[at] ?? null));
    yield* sql.unsafe(refill, lists);
    return rows.at(-1)?.uri ?? null;
  });
