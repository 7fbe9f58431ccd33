import type { SqlClient } from "@effect/sql/SqlClient";
import * as Layer from "effect/Layer";
import { RecordValidations } from "../../../domain/sync/RecordValidations.ts";
import { collectionProgressIn } from "../record/collectionProgress.ts";

/** How far indexed records were validated, in `tidemark.record_validations`. */
export const layer: Layer.Layer<RecordValidations, never, SqlClient> = Layer.effect(
  RecordValidations,
  collectionProgressIn("record_validations", "record-validations")
);
