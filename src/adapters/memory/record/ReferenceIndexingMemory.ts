import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type IndexedReferences, ReferenceIndexing } from "../../../domain/reference/ReferenceIndexing.ts";
import { MemoryStore } from "../MemoryStore.ts";

/** How far references are indexed, in the memory of this process. The index in memory has no need of it. */
export const layer: Layer.Layer<ReferenceIndexing, never, MemoryStore> = Layer.effect(
  ReferenceIndexing,
  Effect.map(MemoryStore, (store) => {
    const cell = store.cell<ReadonlyMap<string, IndexedReferences>>(new Map());
    return ReferenceIndexing.of({
      all: cell.get,
      save: (collection, state) => cell.modify((all) => [undefined, new Map(all).set(collection, state)])
    });
  })
);
