import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import { type RememberedRemoval, RemovedRecords } from "../../../domain/record/index/RemovedRecords.ts";
import { failureReason } from "../connection/failureReason.ts";

const makeRemovedRecords = Effect.map(SqlClient, (sql) =>
  RemovedRecords.of({
    find: (uri) =>
      sql<RememberedRemoval>`
        select rev, (extract(epoch from removed_at) * 1000)::float8 as "removedAt"
        from tidemark_records.removed where uri = ${uri}`.pipe(
        Effect.mapBoth({
          onFailure: (cause) => new RecordIndexUnavailable({ operation: "find", reason: failureReason(cause), cause }),
          onSuccess: ([row]) => Option.fromNullable(row)
        })
      )
  })
);

/** The removals in `tidemark_records.removed`. */
export const layer: Layer.Layer<RemovedRecords, never, SqlClient> = Layer.effect(RemovedRecords, makeRemovedRecords);
