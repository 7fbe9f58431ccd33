import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type RecordValidation, RecordValidations } from "../../../domain/sync/RecordValidations.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("record-validations");

interface Row extends RecordValidation {
  readonly collection: string;
}

/** How far indexed records were validated, in `tidemark.record_validations`. */
export const layer: Layer.Layer<RecordValidations, never, SqlClient> = Layer.effect(
  RecordValidations,
  Effect.map(SqlClient, (sql) =>
    RecordValidations.of({
      all: sql<Row>`select collection, digest, after, is_done as "isDone" from tidemark.record_validations`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: (rows) => new Map(rows.map(({ collection, ...validation }) => [collection, validation]))
        })
      ),
      save: (collection, { after, digest, isDone }) =>
        sql`insert into tidemark.record_validations (collection, digest, after, is_done)
          values (${collection}, ${digest}, ${after}, ${isDone})
          on conflict (collection) do update
          set digest = excluded.digest, after = excluded.after, is_done = excluded.is_done`.pipe(
          Effect.asVoid,
          Effect.mapError(unavailable)
        )
    })
  )
);
