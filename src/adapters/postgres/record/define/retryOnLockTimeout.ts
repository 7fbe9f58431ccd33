import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { DatabaseError } from "pg";
import { jitteredPause } from "../../../../application/background/backoff.ts";

/** The server gave up waiting for a lock. */
const isLockTimeout = ({ cause }: SqlError): boolean => cause instanceof DatabaseError && cause.code === "55P03";

const retrySchedule = Schedule.upTo(jitteredPause("300 millis"), "30 seconds");

/**
 * For the rest of a transaction, gives a lock up that cannot be had at once: who comes to a table while its change
 * waits for somebody who reads for long, as a backup does, would wait as well.
 */
export const setShortLockTimeout: Effect.Effect<unknown, SqlError, SqlClient> = Effect.flatMap(
  SqlClient,
  (sql) => sql`set local lock_timeout = '200ms'`
);

/** Tries a transaction that waits shortly again, for 30 seconds. */
export const retryOnLockTimeout = <A, R>(transaction: Effect.Effect<A, SqlError, R>): Effect.Effect<A, SqlError, R> =>
  Effect.retry(transaction, { while: isLockTimeout, schedule: retrySchedule });
