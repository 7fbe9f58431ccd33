import * as Layer from "effect/Layer";
import { RecordValidations } from "../../../domain/sync/RecordValidations.ts";
import type { MemoryStore } from "../MemoryStore.ts";
import { collectionProgress } from "../record/collectionProgress.ts";

/** How far indexed records were validated, in the memory of this process. */
export const layer: Layer.Layer<RecordValidations, never, MemoryStore> = Layer.effect(
  RecordValidations,
  collectionProgress
);
