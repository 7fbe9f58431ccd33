import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

/** An error of the effect itself, as distinct from one of the transaction around it. */
interface CallerError<E> {
  readonly _tag: "CallerError";
  readonly error: E;
}

const callerError = <E>(error: E): CallerError<E> => ({ _tag: "CallerError", error });

const unavailable = storeUnavailable("transaction");

/**
 * Database transactions. A run within a run is a savepoint. If the connection is lost during the commit, the run fails with
 * `StorageUnavailable`, and its outcome is unknown.
 */
export const layer: Layer.Layer<Atomically, never, SqlClient> = Layer.effect(
  Atomically,
  Effect.map(SqlClient, (sql) =>
    Atomically.of({
      run: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        sql
          .withTransaction(Effect.mapError(effect, callerError))
          .pipe(Effect.mapError((error) => (error._tag === "CallerError" ? error.error : unavailable(error))))
    })
  )
);
