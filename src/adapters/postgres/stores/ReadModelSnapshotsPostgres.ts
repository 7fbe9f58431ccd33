import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type ReadModelSnapshot, ReadModelSnapshots } from "../../../domain/projection/ReadModelSnapshots.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("read-model-snapshots");

const makeReadModelSnapshots = Effect.map(SqlClient, (sql) =>
  ReadModelSnapshots.of({
    of: (model) =>
      Effect.mapError(
        sql<ReadModelSnapshot>`
          select model, schema_version as "schemaVersion", position, leaf_hash as "leafHash",
            event_types as "eventTypes", digest, state
          from tidemark.read_model_snapshots where model = ${model} order by schema_version desc`,
        unavailable
      ),
    save: ({ digest, eventTypes, leafHash, model, position, schemaVersion, state }) =>
      sql`
        with saved as (
          insert into tidemark.read_model_snapshots as s
            (model, schema_version, position, leaf_hash, event_types, digest, state)
          values (${model}, ${schemaVersion}, ${position}, ${leafHash}, ${[...eventTypes]}::text[], ${digest}, ${state})
          on conflict (model, schema_version) do update set position = excluded.position,
            leaf_hash = excluded.leaf_hash, event_types = excluded.event_types, digest = excluded.digest,
            state = excluded.state, saved_at = excluded.saved_at
          where s.position < excluded.position)
        delete from tidemark.read_model_snapshots where model = ${model} and schema_version < ${schemaVersion - 1}`.pipe(
        Effect.mapError(unavailable),
        Effect.asVoid
      ),
    discard: ({ model, position, schemaVersion }) =>
      sql`
        delete from tidemark.read_model_snapshots
        where model = ${model} and schema_version = ${schemaVersion} and position = ${position}`.pipe(
        Effect.mapError(unavailable),
        Effect.asVoid
      ),
    clear: sql`delete from tidemark.read_model_snapshots`.pipe(Effect.mapError(unavailable), Effect.asVoid)
  })
);

/** Snapshots of read models in `tidemark.read_model_snapshots`. */
export const layer: Layer.Layer<ReadModelSnapshots, never, SqlClient> = Layer.effect(
  ReadModelSnapshots,
  makeReadModelSnapshots
);
