import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { LabelDefinition } from "../../../domain/label/LabelDefinition.ts";
import { LabelDefinitions } from "../../../domain/label/LabelDefinitions.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("labels");

const makeLabelDefinitions = Effect.map(SqlClient, (sql) =>
  LabelDefinitions.of({
    list: sql<LabelDefinition>`
      select val, description, severity, default_visibility as "defaultVisibility"
      from tidemark.label_definitions order by val`.pipe(
      Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map((row) => ({ ...row })) })
    ),
    add: ({ defaultVisibility, description, severity, val }) =>
      sql`
        insert into tidemark.label_definitions (val, description, severity, default_visibility)
        values (${val}, ${description}, ${severity}, ${defaultVisibility}) on conflict (val) do nothing`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      )
  })
);

/** The definitions in `tidemark.label_definitions`, where the migration put the seeded ones. */
export const layer: Layer.Layer<LabelDefinitions, never, SqlClient> = Layer.effect(
  LabelDefinitions,
  makeLabelDefinitions
);
