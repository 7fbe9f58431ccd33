import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { MemoryStore } from "../MemoryStore.ts";

/** Serial transactions over everything in the same `MemoryStore`. */
export const layer: Layer.Layer<Atomically, never, MemoryStore> = Layer.effect(
  Atomically,
  Effect.map(MemoryStore, (store) => Atomically.of({ run: store.transaction }))
);
