import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";

const advisoryLock = 0x71de_0101;

/** Runs one statement that must not be in a transaction. */
export type RunAlone = (text: string) => Effect.Effect<unknown, SqlError>;

/**
 * Does what reads and writes go on beside (`create index concurrently`), while no other process does anything of the
 * kind: two would wait for each other. None when another is at it, and nothing was done. It cannot be interrupted: the
 * lock belongs to a connection, since what is done waits for every open transaction, and must be given back with it.
 */
export const besideTraffic = <A>(
  change: (run: RunAlone) => Effect.Effect<A, SqlError, SqlClient>
): Effect.Effect<Option.Option<A>, SqlError, SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const connection = yield* sql.reserve;
    const run: RunAlone = (text) => connection.executeUnprepared(text, [], undefined);
    const [lock] = yield* connection.executeUnprepared(
      `select pg_try_advisory_lock(${advisoryLock}) as held`,
      [],
      undefined
    );
    if (Object(lock).held !== true) return Option.none();
    yield* Effect.addFinalizer(() => Effect.ignore(run(`select pg_advisory_unlock(${advisoryLock})`)));
    return Option.some(yield* change(run));
  }).pipe(Effect.scoped, Effect.uninterruptible);
