import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type IndexedReferences, ReferenceIndexing } from "../../../domain/reference/ReferenceIndexing.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("reference-indexing");

interface Row extends IndexedReferences {
  readonly collection: string;
}

/** How far references are indexed, in `tidemark.reference_indexing`. */
export const layer: Layer.Layer<ReferenceIndexing, never, SqlClient> = Layer.effect(
  ReferenceIndexing,
  Effect.map(SqlClient, (sql) =>
    ReferenceIndexing.of({
      all: sql<Row>`select collection, digest, after, is_done as "isDone" from tidemark.reference_indexing`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: (rows) => new Map(rows.map(({ collection, ...state }) => [collection, state]))
        })
      ),
      save: (collection, { after, digest, isDone }) =>
        sql`insert into tidemark.reference_indexing (collection, digest, after, is_done)
          values (${collection}, ${digest}, ${after}, ${isDone})
          on conflict (collection) do update
          set digest = excluded.digest, after = excluded.after, is_done = excluded.is_done`.pipe(
          Effect.asVoid,
          Effect.mapError(unavailable)
        )
    })
  )
);
