import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Option from "effect/Option";
import { type RunStatement, withConcurrentDdlLock } from "../define/ddlLocks.ts";
import { createIndex, dropIndex, type FoundIndex, foundIndexes, type TableIndex } from "../define/TableIndex.ts";
import { indexName, quoteName, schema, tableName } from "../sql/sqlNames.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { clearWords, fillWords } from "./fillWords.ts";
import { staleSql, vectorSql } from "./searchSql.ts";

const stalePrefix = "w$";
const wordsPrefix = "s$";

/** The index of the rows whose words are missing or out of date. It is empty most of the time. */
export const staleIndex = (table: RecordTable): TableIndex => {
  const on = `${table.sql} (uri) where ${staleSql(table)}`;
  return { name: `${stalePrefix}${indexName(table.sql, on)}`, on };
};

/** The index of the words of all configured properties. */
export const wordsIndex = (table: RecordTable): TableIndex => {
  const on = `${table.sql} using gin ((${vectorSql(table.search.configured, "")}))`;
  return { name: `${wordsPrefix}${indexName(table.sql, on)}`, on };
};

/** Changes indexes like `withConcurrentDdlLock`, but a process that stops does not wait for an index that is being created. */
const changeIndexes = (change: (run: RunStatement) => Effect.Effect<void, SqlError>) =>
  Effect.flatMap(Effect.forkDaemon(withConcurrentDdlLock(change)), Fiber.join);

const createMissing = Effect.fnUntraced(function* (
  run: RunStatement,
  prefix: string,
  wanted: ReadonlyArray<TableIndex>
) {
  const found = yield* run<FoundIndex>(foundIndexes(prefix));
  const valid = new Map(found.map(({ name, valid }) => [name, valid]));
  for (const index of wanted) {
    if (valid.get(index.name) === false) yield* run(dropIndex(index.name, "concurrently"));
    if (valid.get(index.name) !== true) yield* run(createIndex(index, "concurrently"));
  }
});

const dropOthers = Effect.fnUntraced(function* (run: RunStatement, prefix: string, wanted: ReadonlyArray<TableIndex>) {
  const found = yield* run<FoundIndex>(foundIndexes(prefix));
  for (const { name } of found)
    if (!wanted.some((index) => index.name === name)) yield* run(dropIndex(name, "concurrently"));
});

interface IndexedRow {
  readonly nsid: string;
  readonly properties: string;
}

const indexedRows = Effect.flatMap(SqlClient, (sql) =>
  sql.unsafe<IndexedRow>(`select nsid, properties::text as properties from ${schema}.word_indexes order by nsid`)
);

const propertiesOf = ({ search }: RecordTable): string => JSON.stringify(search.configured);

const isIndexed = (rows: ReadonlyArray<IndexedRow>, table: RecordTable): boolean =>
  rows.some(
    ({ nsid, properties }) => nsid === table.nsid && JSON.stringify(JSON.parse(properties)) === propertiesOf(table)
  );

/** Notes that the words of tables are stored, so that they are deleted when they no longer are. */
export const noteStored = (tables: ReadonlyArray<RecordTable>) =>
  Effect.flatMap(SqlClient, (sql) =>
    sql.unsafe(
      `insert into ${schema}.word_indexes (nsid, properties) select v.nsid, '[]' from unnest($1::text[]) as v (nsid)
        on conflict (nsid) do nothing`,
      [tables.map(({ nsid }) => nsid)]
    )
  );

/** Lets all processes search a table by its index, from when they look next. */
const noteIndexed = (table: RecordTable) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.zipRight(
      sql.unsafe(`analyze ${table.sql}`),
      sql.unsafe(
        `insert into ${schema}.word_indexes (nsid, properties) values ($1, $2::text::jsonb)
          on conflict (nsid) do update set properties = excluded.properties`,
        [table.nsid, propertiesOf(table)]
      )
    )
  );

/**
 * Stores the words of the records of tables, and indexes them, without blocking reads and writes. It is continued where it
 * stopped when it is called again. Returns false if another process is changing indexes; it should be called again then.
 */
export const indexWords = Effect.fnUntraced(function* (tables: ReadonlyArray<RecordTable>) {
  const indexed = yield* indexedRows;
  const missing = tables.filter((table) => !isIndexed(indexed, table));
  const stale = tables.map(staleIndex);
  const prepared = yield* changeIndexes((run) => createMissing(run, stalePrefix, stale));
  if (Option.isNone(prepared)) return false;
  for (const table of tables) yield* fillWords(table);
  if (missing.length === 0) return true;
  const created = yield* changeIndexes((run) => createMissing(run, wordsPrefix, missing.map(wordsIndex)));
  if (Option.isNone(created)) return false;
  yield* Effect.forEach(missing, noteIndexed, { discard: true });
  return true;
});

/**
 * Drops the indexes of words that are no longer configured, and deletes the words of collections that are not searched.
 * `stored` are the collections whose words are stored. Returns false if another process is changing indexes.
 */
export const dropUnusedWords: (
  tables: ReadonlyArray<RecordTable>,
  stored: ReadonlySet<string>
) => Effect.Effect<boolean, SqlError, SqlClient> = Effect.fnUntraced(function* (tables, stored) {
  const sql = yield* SqlClient;
  const unused = (yield* indexedRows).filter(({ nsid }) => !tables.some((table) => table.nsid === nsid));
  const dropped = yield* changeIndexes((run) =>
    Effect.zipRight(
      dropOthers(run, stalePrefix, tables.map(staleIndex)),
      dropOthers(run, wordsPrefix, tables.map(wordsIndex))
    )
  );
  if (Option.isNone(dropped)) return false;
  yield* sql.unsafe(`update ${schema}.word_indexes set properties = '[]' where nsid = any($1::text[])`, [
    unused.map(({ nsid }) => nsid)
  ]);
  for (const { nsid } of unused) {
    if (stored.has(nsid)) continue;
    yield* clearWords(`${schema}.${quoteName(tableName(nsid))}`);
    yield* sql.unsafe(`delete from ${schema}.word_indexes where nsid = $1`, [nsid]);
  }
  return true;
});
