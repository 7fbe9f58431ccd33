import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import type { RecordTable } from "../table/RecordTable.ts";
import { staleSql } from "./searchSql.ts";
import { storedWords, wordsOfSql } from "./TableSearch.ts";

/** The number of records whose words are found at a time. */
const batchSize = 200;

/** A row that another statement is changing is left out: its words are stored with the change. */
const staleText = (table: RecordTable): string =>
  `select uri, value from ${table.sql} where ${staleSql(table)} order by uri limit ${batchSize} for update skip locked`;

const fillText = ({ search, sql }: RecordTable): string =>
  `update ${sql} t set words = v.words::jsonb, words_of = ${wordsOfSql(search, "t.cid")}
    from unnest($1::text[], $2::text[]) as v (uri, words) where t.uri = v.uri`;

const fillBatch = Effect.fnUntraced(function* (table: RecordTable) {
  const sql = yield* SqlClient;
  const rows = yield* sql.unsafe<{ uri: string; value: string }>(staleText(table));
  if (rows.length === 0) return 0;
  const words = rows.map(({ value }) => JSON.stringify(storedWords(table.search, JSON.parse(value))));
  yield* sql.unsafe(fillText(table), [rows.map(({ uri }) => uri), words]);
  return rows.length;
});

/**
 * Stores the words of the records of a table that lack them, or that have those of another version or by other rules, and
 * returns their number. It works in batches, while other statements read and write.
 */
export const fillWords: (table: RecordTable) => Effect.Effect<number, SqlError, SqlClient> = Effect.fnUntraced(
  function* (table) {
    if (table.search.stored.length === 0) return 0;
    const sql = yield* SqlClient;
    let total = 0;
    let filled = -1;
    while (filled !== 0) {
      filled = yield* sql.withTransaction(fillBatch(table));
      total += filled;
    }
    return total;
  }
);

const clearText = (table: string): string =>
  `with picked as (
      select uri from ${table} where uri > $1 and words_of is not null order by uri limit 1000 for update skip locked),
    cleared as (
      update ${table} t set words = null, words_of = null from picked where t.uri = picked.uri returning t.uri)
  select max(uri) as last from cleared`;

/** Deletes the words of the records of a table. It works in batches. */
export const clearWords: (table: string) => Effect.Effect<void, SqlError, SqlClient> = Effect.fnUntraced(
  function* (table) {
    const sql = yield* SqlClient;
    let last: string | null = "";
    while (last !== null) {
      const [row]: ReadonlyArray<{ readonly last: string | null }> = yield* sql.unsafe<{ last: string | null }>(
        clearText(table),
        [last]
      );
      last = row?.last ?? null;
    }
  }
);
