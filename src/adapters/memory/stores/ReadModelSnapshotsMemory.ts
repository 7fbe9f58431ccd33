import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type ReadModelSnapshot, ReadModelSnapshots } from "../../../domain/projection/ReadModelSnapshots.ts";
import { MemoryStore } from "../MemoryStore.ts";

type Saved = ReadonlyArray<ReadModelSnapshot>;

const isSameForm = (one: ReadModelSnapshot, other: Pick<ReadModelSnapshot, "model" | "schemaVersion">): boolean =>
  one.model === other.model && one.schemaVersion === other.schemaVersion;

/** Returns the snapshots with one more, without those of its model that it replaces or outdates. */
const withSnapshot = (saved: Saved, added: ReadModelSnapshot): Saved => {
  const current = saved.filter(
    ({ model, schemaVersion }) => model !== added.model || schemaVersion >= added.schemaVersion - 1
  );
  return current.some((each) => isSameForm(each, added) && each.position >= added.position)
    ? current
    : [...current.filter((each) => !isSameForm(each, added)), added];
};

const makeReadModelSnapshots = Effect.map(MemoryStore, (store) => {
  const snapshots = store.cell<Saved>([]);
  return ReadModelSnapshots.of({
    of: (model) =>
      Effect.map(snapshots.get, (saved) =>
        saved.filter((each) => each.model === model).toSorted((left, right) => right.schemaVersion - left.schemaVersion)
      ),
    save: (added) => snapshots.modify((saved) => [undefined, withSnapshot(saved, added)]),
    discard: (unwanted) =>
      snapshots.modify((saved) => [
        undefined,
        saved.filter((each) => !isSameForm(each, unwanted) || each.position !== unwanted.position)
      ]),
    clear: snapshots.modify(() => [undefined, []])
  });
});

/** Snapshots of read models in the memory of this process. */
export const layer: Layer.Layer<ReadModelSnapshots, never, MemoryStore> = Layer.effect(
  ReadModelSnapshots,
  makeReadModelSnapshots
);
