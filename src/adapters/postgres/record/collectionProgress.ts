import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import type { CollectionProgress, CollectionProgressStore } from "../../../domain/record/index/CollectionProgress.ts";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

interface Row extends CollectionProgress {
  readonly collection: string;
}

/** Returns the store of the progress of a job in a table of the schema `tidemark`. `store` names it in errors. */
export const collectionProgressIn = (
  name: string,
  store: StorageUnavailable["store"]
): Effect.Effect<CollectionProgressStore, never, SqlClient> =>
  Effect.map(SqlClient, (sql) => {
    const table = sql.literal(`tidemark.${name}`);
    const unavailable = storeUnavailable(store);
    return {
      all: sql<Row>`select collection, digest, after, is_done as "isDone" from ${table}`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: (rows) => new Map(rows.map(({ collection, ...progress }) => [collection, progress]))
        })
      ),
      save: (collection, { after, digest, isDone }) =>
        sql`insert into ${table} (collection, digest, after, is_done)
          values (${collection}, ${digest}, ${after}, ${isDone})
          on conflict (collection) do update
          set digest = excluded.digest, after = excluded.after, is_done = excluded.is_done`.pipe(
          Effect.asVoid,
          Effect.mapError(unavailable)
        )
    };
  });
