import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { Cosignatures, type StoredCosignature } from "../../../domain/transparency/publishing/Cosignatures.ts";
import { MemoryStore } from "../MemoryStore.ts";

const byWitness = (one: StoredCosignature, other: StoredCosignature): number =>
  one.witness < other.witness ? -1 : Number(one.witness > other.witness);

const makeCosignatures = Effect.map(MemoryStore, (store) => {
  const cell = store.cell<ReadonlyArray<StoredCosignature>>([]);
  return Cosignatures.of({
    store: (added) =>
      cell.modify((stored) => [
        undefined,
        [...stored.filter(({ size, witness }) => size !== added.size || witness !== added.witness), added]
      ]),
    linesOf: (size) =>
      Effect.map(cell.get, (stored) =>
        stored
          .filter((each) => each.size === size)
          .toSorted(byWitness)
          .map(({ line }) => line)
      ),
    largestBy: (witness) =>
      Effect.map(cell.get, (stored) =>
        Math.max(0, ...stored.filter((each) => each.witness === witness).map(({ size }) => size))
      )
  });
});

/** Cosignatures in memory. */
export const layer: Layer.Layer<Cosignatures, never, MemoryStore> = Layer.effect(Cosignatures, makeCosignatures);
