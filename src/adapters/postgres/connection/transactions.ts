import { type SqlClient, TransactionConnection } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Option from "effect/Option";

/**
 * Runs statements in the surrounding transaction, or in one of their own if there is none. In a surrounding transaction they
 * have no savepoint: if one fails, the transaction can only be rolled back.
 */
export const inTransaction = <A, E, R>(
  sql: SqlClient,
  statements: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R> =>
  Effect.flatMap(Effect.serviceOption(TransactionConnection), (surrounding) =>
    Option.isSome(surrounding) ? statements : sql.withTransaction(statements)
  );

/**
 * Sends statements of a transaction one after the other without waiting for the responses in between, so that the server
 * executes one while the next one is prepared. Waits for all responses, and fails with the first failure.
 */
export const pipelined = <E, R>(statements: ReadonlyArray<Effect.Effect<unknown, E, R>>): Effect.Effect<void, E, R> =>
  Effect.flatMap(Effect.forEach(statements, Effect.exit, { concurrency: "unbounded" }), (exits) =>
    Option.getOrElse(Exit.all(exits), () => Exit.void)
  ).pipe(Effect.asVoid);
