import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { Scalar } from "../../src/domain/record/value/scalarValue.ts";

/** A column of a table: its name in SQL, and the type that its values are parsed as. */
export interface BulkColumn {
  readonly sql: string;
  readonly type: string;
}

export type BulkRow = ReadonlyArray<Scalar | null>;

const rowsAtOnce = 2_000;

function* chunks(rows: Iterable<BulkRow>): Generator<ReadonlyArray<BulkRow>> {
  let chunk: Array<BulkRow> = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < rowsAtOnce) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}

/** Inserts rows into a table, thousands per statement. */
export const bulkInsert = (
  table: string,
  columns: ReadonlyArray<BulkColumn>,
  rows: Iterable<BulkRow>
): Effect.Effect<void, SqlError, SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const names = columns.map(({ sql: name }) => name).join(", ");
    const values = columns.map(({ type }, at) => `v.c${at}::${type}`).join(", ");
    // `unnest` does not accept a list of `jsonb` as text of a client, so every list is text.
    const lists = columns.map((_, at) => `$${at + 1}::text[]`).join(", ");
    const aliases = columns.map((_, at) => `c${at}`).join(", ");
    const text = `insert into ${table} (${names}) select ${values} from unnest(${lists}) as v (${aliases})`;
    const insert = (chunk: ReadonlyArray<BulkRow>) =>
      sql.unsafe(
        text,
        columns.map((_, at) => chunk.map((row) => row[at] ?? null))
      );
    // The server stores a batch while the next one is created.
    yield* Stream.fromIteratorSucceed(chunks(rows), 1).pipe(
      Stream.mapEffect(insert, { concurrency: 2, unordered: true }),
      Stream.runDrain
    );
    yield* sql.unsafe(`vacuum analyze ${table}`);
  });
