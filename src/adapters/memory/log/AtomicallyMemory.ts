import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { MemoryStore } from "../MemoryStore.ts";

/** Transactions over everything that lives in the same `MemoryStore`, one at a time. */
export const layer: Layer.Layer<Atomically, never, MemoryStore> = Layer.effect(
  Atomically,
  Effect.map(MemoryStore, (store) => Atomically.of({ run: store.transaction }))
);
