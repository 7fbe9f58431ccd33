import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type RecordValidation, RecordValidations } from "../../../domain/sync/RecordValidations.ts";
import { MemoryStore } from "../MemoryStore.ts";

/** How far indexed records were validated, in the memory of this process. */
export const layer: Layer.Layer<RecordValidations, never, MemoryStore> = Layer.effect(
  RecordValidations,
  Effect.map(MemoryStore, (store) => {
    const cell = store.cell<ReadonlyMap<string, RecordValidation>>(new Map());
    return RecordValidations.of({
      all: cell.get,
      save: (collection, validation) => cell.modify((all) => [undefined, new Map(all).set(collection, validation)])
    });
  })
);
