import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";

const advisoryLock = 0x71de_0101;

/** Runs one statement outside of any transaction, on the one connection that is taken for all of it. */
export type RunStatement = <A extends object>(text: string) => Effect.Effect<ReadonlyArray<A>, SqlError>;

function* steps<A>(change: (run: RunStatement) => Effect.Effect<A, SqlError>) {
  const sql = yield* SqlClient;
  const connection = yield* sql.reserve;
  const run: RunStatement = (text) => connection.executeUnprepared(text, [], undefined);
  const [lock] = yield* run<{ held: boolean }>(`select pg_try_advisory_lock(${advisoryLock}) as held`);
  if (lock?.held !== true) return Option.none();
  yield* Effect.addFinalizer(() => Effect.ignore(run(`select pg_advisory_unlock(${advisoryLock})`)));
  return Option.some(yield* change(run));
}

/**
 * Does what reads and writes go on beside (`create index concurrently`), while no other process does anything of the
 * kind: two would wait for each other. None when another is at it, and nothing was done. It cannot be interrupted: the
 * lock belongs to a connection, since what is done waits for every open transaction, and must be given back with it.
 */
export const withConcurrentDdlLock = <A>(
  change: (run: RunStatement) => Effect.Effect<A, SqlError>
): Effect.Effect<Option.Option<A>, SqlError, SqlClient> =>
  Effect.gen(() => steps(change)).pipe(Effect.scoped, Effect.uninterruptible);
