import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { LetterRetries, type LetterRetry } from "../../../domain/sync/LetterRetries.ts";
import { MemoryStore } from "../MemoryStore.ts";

/** How far dead letters were tried again, in the memory of this process. */
export const layer: Layer.Layer<LetterRetries, never, MemoryStore> = Layer.effect(
  LetterRetries,
  Effect.map(MemoryStore, (store) => {
    const cell = store.cell<LetterRetry | null>(null);
    return LetterRetries.of({ find: cell.get, save: (retry) => cell.modify(() => [undefined, retry]) });
  })
);
