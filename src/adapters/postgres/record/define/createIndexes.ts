import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import {
  acquireDdlLock,
  type RunStatement,
  retryOnLockTimeout,
  setShortLockTimeout,
  withConcurrentDdlLock
} from "./ddlLocks.ts";
import { createIndex, dropIndex, type FoundIndex, foundIndexes, type TableIndex } from "./TableIndex.ts";

/**
 * The index of a table of up to this size is created in a transaction, which blocks writers for a moment. Creating it
 * concurrently would wait for every open transaction.
 */
const smallTableBytes = 4_194_304;

/** The indexes to drop, because their creation was interrupted, and those to create. */
interface Missing {
  readonly broken: ReadonlyArray<string>;
  readonly wanted: ReadonlyArray<TableIndex>;
}

const missing = (indexes: ReadonlyArray<TableIndex>, found: ReadonlyArray<FoundIndex>): Missing => {
  const valid = new Map(found.map(({ name, valid }) => [name, valid]));
  return {
    broken: indexes.flatMap(({ name }) => (valid.get(name) === false ? [name] : [])),
    wanted: indexes.filter(({ name }) => valid.get(name) !== true)
  };
};

const createMissing = Effect.fnUntraced(function* (
  indexes: ReadonlyArray<TableIndex>,
  run: RunStatement,
  how: "concurrently" | ""
) {
  const { broken, wanted } = missing(indexes, yield* run<FoundIndex>(foundIndexes("i$")));
  for (const name of broken) yield* run(dropIndex(name, how));
  for (const index of wanted) yield* run(createIndex(index, how));
});

const createInTransaction = (indexes: ReadonlyArray<TableIndex>) =>
  Effect.flatMap(SqlClient, (sql) => {
    const create = createMissing(indexes, sql.unsafe, "");
    return retryOnLockTimeout(
      sql.withTransaction(Effect.all([acquireDdlLock, setShortLockTimeout, create], { discard: true }))
    );
  });

/** Waits while another process creates indexes. An interrupted caller does not wait for an index that is being created. */
const createConcurrently = (indexes: ReadonlyArray<TableIndex>) =>
  Effect.forkDaemon(withConcurrentDdlLock((run) => createMissing(indexes, run, "concurrently"))).pipe(
    Effect.flatMap(Fiber.join),
    Effect.repeat({ until: Option.isSome, schedule: Schedule.spaced("300 millis") })
  );

/**
 * Creates the indexes that a table with rows lacks, and recreates those whose creation was interrupted. On a large table it
 * does so concurrently, which blocks nobody but waits for every open transaction.
 */
export const createIndexes: (
  table: string,
  indexes: ReadonlyArray<TableIndex>
) => Effect.Effect<void, SqlError, SqlClient> = Effect.fnUntraced(function* (table, indexes) {
  const sql = yield* SqlClient;
  const { wanted } = missing(indexes, yield* sql.unsafe<FoundIndex>(foundIndexes("i$")));
  if (wanted.length === 0) return;
  const [size] = yield* sql<{ bytes: number }>`select pg_table_size(${table}::regclass) as bytes`;
  yield* (size?.bytes ?? 0) > smallTableBytes ? createConcurrently(indexes) : createInTransaction(indexes);
});
