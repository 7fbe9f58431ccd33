import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import { DatabaseError } from "pg";

const transactionLock = 0x71de_0100;
const concurrentLock = 0x71de_0101;

/** Lets one process at a time create tables, columns and triggers, until the end of the transaction. */
export const acquireDdlLock: Effect.Effect<unknown, SqlError, SqlClient> = Effect.flatMap(
  SqlClient,
  (sql) => sql`select pg_advisory_xact_lock(${transactionLock})`
);

/**
 * Makes the rest of a transaction fail if it has to wait long for a lock. While a change of a table waits for a long reader
 * such as a backup, every later statement on the table would wait as well.
 */
export const setShortLockTimeout: Effect.Effect<unknown, SqlError, SqlClient> = Effect.flatMap(
  SqlClient,
  (sql) => sql`set local lock_timeout = '200ms'`
);

const isLockTimeout = ({ cause }: SqlError): boolean => cause instanceof DatabaseError && cause.code === "55P03";

const retrySchedule = Schedule.spaced("300 millis").pipe(Schedule.jittered, Schedule.upTo("30 seconds"));

/** Repeats a transaction that failed because of `setShortLockTimeout`, for up to 30 seconds. */
export const retryOnLockTimeout = <A, R>(transaction: Effect.Effect<A, SqlError, R>): Effect.Effect<A, SqlError, R> =>
  Effect.retry(transaction, { while: isLockTimeout, schedule: retrySchedule });

/** Runs one statement outside any transaction, over the connection that holds the lock. */
export type RunStatement = <A extends object>(text: string) => Effect.Effect<ReadonlyArray<A>, SqlError>;

function* steps<A>(change: (run: RunStatement) => Effect.Effect<A, SqlError>) {
  const sql = yield* SqlClient;
  const connection = yield* sql.reserve;
  const run: RunStatement = (text) => connection.executeUnprepared(text, [], undefined);
  const [lock] = yield* run<{ held: boolean }>(`select pg_try_advisory_lock(${concurrentLock}) as held`);
  if (lock?.held !== true) return Option.none();
  yield* Effect.addFinalizer(() => Effect.ignore(run(`select pg_advisory_unlock(${concurrentLock})`)));
  return Option.some(yield* change(run));
}

/**
 * Makes a change that does not block reads and writes (`create index concurrently`), in one process at a time: two such
 * changes would wait for each other. Returns none if another process holds the lock; nothing was changed then. It cannot be
 * interrupted, because the lock belongs to the connection and must be released over it.
 */
export const withConcurrentDdlLock = <A>(
  change: (run: RunStatement) => Effect.Effect<A, SqlError>
): Effect.Effect<Option.Option<A>, SqlError, SqlClient> =>
  Effect.gen(() => steps(change)).pipe(Effect.scoped, Effect.uninterruptible);
