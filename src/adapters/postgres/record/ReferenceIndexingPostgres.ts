import type { SqlClient } from "@effect/sql/SqlClient";
import * as Layer from "effect/Layer";
import { ReferenceIndexing } from "../../../domain/reference/ReferenceIndexing.ts";
import { collectionProgressIn } from "./collectionProgress.ts";

/** How far references are indexed, in `tidemark.reference_indexing`. */
export const layer: Layer.Layer<ReferenceIndexing, never, SqlClient> = Layer.effect(
  ReferenceIndexing,
  collectionProgressIn("reference_indexing", "reference-indexing")
);
