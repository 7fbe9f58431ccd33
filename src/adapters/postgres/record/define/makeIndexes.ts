import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import { acquireDdlLock } from "./acquireDdlLock.ts";
import { retryOnLockTimeout, setShortLockTimeout } from "./retryOnLockTimeout.ts";
import { createIndex, dropIndex, type FoundIndex, foundIndexes, type TableIndex } from "./TableIndex.ts";
import { type RunStatement, withConcurrentDdlLock } from "./withConcurrentDdlLock.ts";

/** In bytes. An index on so little is made before a writer notices; beside traffic it would wait for every long reader. */
const smallTableBytes = 4_194_304;

/** What is to be dropped because it was broken off, and what is to be made. */
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

const makeMissing = Effect.fnUntraced(function* (
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
    const make = makeMissing(indexes, sql.unsafe, "");
    return retryOnLockTimeout(
      sql.withTransaction(Effect.all([acquireDdlLock, setShortLockTimeout, make], { discard: true }))
    );
  });

/** Waits while another process makes indexes. Who is interrupted does not wait for an index that is being made. */
const createConcurrently = (indexes: ReadonlyArray<TableIndex>) =>
  Effect.forkDaemon(withConcurrentDdlLock((run) => makeMissing(indexes, run, "concurrently"))).pipe(
    Effect.flatMap(Fiber.join),
    Effect.repeat({ until: Option.isSome, schedule: Schedule.spaced("300 millis") })
  );

/**
 * Makes the indexes that a table with rows lacks, and those that were broken off anew, while others read and write: on a
 * large table as PostgreSQL does it beside traffic, which waits for the end of every transaction that was open.
 */
export const makeIndexes: (
  table: string,
  indexes: ReadonlyArray<TableIndex>
) => Effect.Effect<void, SqlError, SqlClient> = Effect.fnUntraced(function* (table, indexes) {
  const sql = yield* SqlClient;
  const { wanted } = missing(indexes, yield* sql.unsafe<FoundIndex>(foundIndexes("i$")));
  if (wanted.length === 0) return;
  const [size] = yield* sql<{ bytes: number }>`select pg_table_size(${table}::regclass) as bytes`;
  yield* (size?.bytes ?? 0) > smallTableBytes ? createConcurrently(indexes) : createInTransaction(indexes);
});
