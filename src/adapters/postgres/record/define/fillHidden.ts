import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import type { AtUri } from "../../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../../domain/atproto/Did.ts";
import { outdatedForAuthorsText, refillHiddenText } from "../table/hiddenStatements.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { derivedText } from "../table/tableStatements.ts";

/** A hidden record whose derived columns are computed again. */
export interface OutdatedRecord {
  readonly uri: AtUri;
  readonly cid: string;
  readonly did: Did;
  readonly value: string;
}

/** Computes the derived columns of hidden records of a table. Returns the URI of the last; null if there is none. */
export const refillHidden: (
  table: RecordTable,
  rows: ReadonlyArray<OutdatedRecord>
) => Effect.Effect<AtUri | null, SqlError, SqlClient> = Effect.fnUntraced(function* (table, rows) {
  const sql = yield* SqlClient;
  const derived = rows.map(({ cid, did, value }) => derivedText(table, JSON.parse(value), { cid, did }));
  if (rows.length > 0) yield* sql.unsafe(refillHiddenText, [rows.map(({ uri }) => uri), derived, table.layout]);
  return rows.at(-1)?.uri ?? null;
});

/**
 * Recomputes the derived columns of the hidden records of a collection that their authors see, in batches. The table must
 * be filled: a record that a label hides from here on has the layout of the table already.
 */
export const fillHidden: (table: RecordTable) => Effect.Effect<void, SqlError, SqlClient> = Effect.fnUntraced(
  function* (table) {
    const sql = yield* SqlClient;
    const fillRows = (after: string) =>
      Effect.flatMap(sql.unsafe<OutdatedRecord>(outdatedForAuthorsText, [after, table.nsid, table.layout]), (rows) =>
        refillHidden(table, rows)
      );
    let last: string | null = "";
    while (last !== null) last = yield* sql.withTransaction(fillRows(last));
  }
);
