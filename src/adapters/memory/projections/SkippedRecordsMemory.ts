import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import {
  type ListedSkippedRecord,
  maxSkippedPerAccount,
  SkippedRecords
} from "../../../domain/sync/backfill/SkippedRecords.ts";
import { MemoryStore } from "../MemoryStore.ts";

interface State {
  readonly next: number;
  /** In the order of their positions. */
  readonly records: ReadonlyArray<ListedSkippedRecord>;
  readonly totals: ReadonlyMap<string, number>;
}

const makeSkippedRecords = Effect.map(MemoryStore, (store) => {
  const cell = store.cell<State>({ next: 1, records: [], totals: new Map() });
  return SkippedRecords.of({
    replace: ({ did, indexedAt, records, rev, total }) =>
      cell.modify((state): readonly [undefined, State] => {
        const stored = records
          .slice(0, maxSkippedPerAccount)
          .map((record, at) => ({ ...record, did, rev, indexedAt, position: state.next + at }));
        const others = state.records.filter((record) => record.did !== did);
        const totals = new Map(state.totals).set(did, total);
        return [undefined, { next: state.next + stored.length, records: [...others, ...stored], totals }];
      }),
    list: (did, after, limit) =>
      Effect.map(cell.get, ({ records }) =>
        records
          .filter((record) => (did === null || record.did === did) && record.position > (after ?? 0))
          .slice(0, limit)
      ),
    count: (did) =>
      Effect.map(cell.get, ({ totals }) =>
        did === null ? [...totals.values()].reduce((sum, total) => sum + total, 0) : (totals.get(did) ?? 0)
      )
  });
});

/** Skipped records in the memory of this process. */
export const layer: Layer.Layer<SkippedRecords, never, MemoryStore> = Layer.effect(SkippedRecords, makeSkippedRecords);
