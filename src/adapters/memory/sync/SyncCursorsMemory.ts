import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import type { Lease } from "../../../domain/lease/Leases.ts";
import { LeaseLost, type SyncCursor, SyncCursors } from "../../../domain/sync/stream/SyncCursors.ts";
import { MemoryStore } from "../MemoryStore.ts";

interface State {
  readonly fences: ReadonlyMap<string, number>;
  readonly cursors: ReadonlyMap<string, SyncCursor>;
}

type Outcome = readonly [Either.Either<SyncCursor, LeaseLost>, State];

const beginning: SyncCursor = { cursor: null, time: null, generation: 0 };

const cursorOf = ({ cursors }: State, address: string): SyncCursor => cursors.get(address) ?? beginning;

const moved = (state: State, address: string, { fence, name }: Lease, next: Partial<SyncCursor>): Outcome => {
  if (state.fences.get(name) !== fence) return [Either.left(new LeaseLost({ address })), state];
  const cursor = { ...cursorOf(state, address), ...next };
  return [Either.right(cursor), { ...state, cursors: new Map(state.cursors).set(address, cursor) }];
};

const takenOver = (state: State, address: string, { fence, name }: Lease): Outcome => {
  if ((state.fences.get(name) ?? 0) > fence) return [Either.left(new LeaseLost({ address })), state];
  return [Either.right(cursorOf(state, address)), { ...state, fences: new Map(state.fences).set(name, fence) }];
};

const makeSyncCursors = Effect.map(MemoryStore, (store) => {
  const cell = store.cell<State>({ fences: new Map(), cursors: new Map() });
  const change = (next: (state: State) => Outcome) => Effect.flatten(cell.modify(next));
  return SyncCursors.of({
    takeOver: (address, lease) => change((state) => takenOver(state, address, lease)),
    find: (address) => Effect.map(cell.get, (state) => cursorOf(state, address)),
    advance: (address, lease, cursor, time) =>
      Effect.asVoid(change((state) => moved(state, address, lease, { cursor, time }))),
    restart: (address, lease) =>
      change((state) => {
        const generation = cursorOf(state, address).generation + 1;
        return moved(state, address, lease, { cursor: null, time: null, generation });
      })
  });
});

/** The cursors of sources in the memory of this process. */
export const layer: Layer.Layer<SyncCursors, never, MemoryStore> = Layer.effect(SyncCursors, makeSyncCursors);
