import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { LabelVisibility } from "../../../domain/label/LabelDefinition.ts";
import { LabelPreferences } from "../../../domain/label/LabelPreferences.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("labels");

const makeLabelPreferences = Effect.map(SqlClient, (sql) =>
  LabelPreferences.of({
    of: (did) =>
      sql<{ val: string; visibility: LabelVisibility }>`
        select val, visibility from tidemark.label_preferences where did = ${did}`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: (rows) => new Map(rows.map(({ val, visibility }) => [val, visibility]))
        })
      ),
    set: (did, val, visibility) =>
      sql`
        insert into tidemark.label_preferences (did, val, visibility) values (${did}, ${val}, ${visibility})
        on conflict (did, val) do update set visibility = excluded.visibility`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      )
  })
);

/** The preferences in `tidemark.label_preferences`. */
export const layer: Layer.Layer<LabelPreferences, never, SqlClient> = Layer.effect(
  LabelPreferences,
  makeLabelPreferences
);
