import * as Effect from "effect/Effect";
import type { CollectionProgress, CollectionProgressStore } from "../../../domain/record/index/CollectionProgress.ts";
import { MemoryStore } from "../MemoryStore.ts";

/** The progress of one job, in the memory of this process. */
export const collectionProgress: Effect.Effect<CollectionProgressStore, never, MemoryStore> = Effect.map(
  MemoryStore,
  (store) => {
    const cell = store.cell<ReadonlyMap<string, CollectionProgress>>(new Map());
    return {
      all: cell.get,
      save: (collection, progress) => cell.modify((all) => [undefined, new Map(all).set(collection, progress)])
    };
  }
);
