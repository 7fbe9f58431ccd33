import * as Layer from "effect/Layer";
import { ReferenceIndexing } from "../../../domain/reference/ReferenceIndexing.ts";
import type { MemoryStore } from "../MemoryStore.ts";
import { collectionProgress } from "./collectionProgress.ts";

/** How far references are indexed, in the memory of this process. The index in memory has no need of it. */
export const layer: Layer.Layer<ReferenceIndexing, never, MemoryStore> = Layer.effect(
  ReferenceIndexing,
  collectionProgress
);
