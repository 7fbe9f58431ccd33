import { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Atomically } from "../../domain/event/Atomically.ts";
import { EventLogUnavailable } from "../../domain/event/EventLog.ts";

/** An error of the effect itself, told apart from one of the transaction around it. */
interface Own<E> {
  readonly _tag: "Own";
  readonly error: E;
}

const own = <E>(error: E): Own<E> => ({ _tag: "Own", error });

const unavailable = (cause: SqlError): EventLogUnavailable => new EventLogUnavailable({ operation: "append", cause });

/** A commit or rollback that the server does not answer comes as a defect of the client. */
const lostTransaction = (defect: unknown): Option.Option<Effect.Effect<never, EventLogUnavailable>> =>
  defect instanceof SqlError ? Option.some(Effect.fail(unavailable(defect))) : Option.none();

/**
 * Database transactions; a run inside a run is a savepoint. When the connection is lost while it commits, the run
 * fails with EventLogUnavailable and the outcome is not known.
 */
export const layer: Layer.Layer<Atomically, never, SqlClient> = Layer.effect(
  Atomically,
  Effect.map(SqlClient, (sql) =>
    Atomically.of({
      run: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        sql.withTransaction(Effect.mapError(effect, own)).pipe(
          Effect.mapError((error) => (error._tag === "Own" ? error.error : unavailable(error))),
          Effect.catchSomeDefect(lostTransaction)
        )
    })
  )
);
