import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Did } from "../../../domain/atproto/Did.ts";
import { countRejections } from "../../../domain/labeler/countRejections.ts";
import { type Labeler, Labelers, type RejectionCount } from "../../../domain/labeler/Labelers.ts";
import { MemoryStore } from "../MemoryStore.ts";

/** The labelers; null stands for a former one. */
type State = ReadonlyMap<Did, Labeler | null>;

const added = (state: State, did: Did): State =>
  state.get(did) ? state : new Map(state).set(did, { did, endpoint: null, missedAt: null, rejections: [] });

const removed = (state: State, did: Did): State => (state.has(did) ? new Map(state).set(did, null) : state);

const forgotten = (state: State, did: Did): State =>
  state.get(did) === null ? new Map([...state].filter(([each]) => each !== did)) : state;

const byDid = (state: State) => [...state].toSorted(([left], [right]) => (left < right ? -1 : 1));

const changed = (state: State, did: Did, change: (labeler: Labeler) => Partial<Labeler>): State => {
  const labeler = state.get(did);
  return labeler === undefined || labeler === null
    ? state
    : new Map(state).set(did, { ...labeler, ...change(labeler) });
};

const summed = (
  before: ReadonlyArray<RejectionCount>,
  counts: ReadonlyArray<RejectionCount>
): ReadonlyArray<RejectionCount> => {
  const sums = new Map(before.map((each) => [each.reason, each]));
  for (const each of counts)
    sums.set(each.reason, { ...each, count: each.count + (sums.get(each.reason)?.count ?? 0) });
  return [...sums.values()].toSorted((left, right) => (left.reason < right.reason ? -1 : 1));
};

const makeLabelers = Effect.map(MemoryStore, (store) => {
  const cell = store.cell<State>(new Map());
  const change = (next: (state: State) => State) => cell.modify((state) => [undefined, next(state)]);
  return Labelers.of({
    list: Effect.map(cell.get, (state) => byDid(state).flatMap(([, labeler]) => labeler ?? [])),
    add: (did) => change((state) => added(state, did)),
    remove: (did) => change((state) => removed(state, did)),
    hold: (did) => Effect.map(cell.get, (state) => Option.fromNullable(state.get(did))),
    former: Effect.map(cell.get, (state) => byDid(state).flatMap(([did, labeler]) => (labeler === null ? did : []))),
    holdFormer: (did) => Effect.map(cell.get, (state) => state.get(did) === null),
    forget: (did) => change((state) => forgotten(state, did)),
    setEndpoint: (did, endpoint) => change((state) => changed(state, did, () => ({ endpoint }))),
    setMissed: (did, missedAt) => change((state) => changed(state, did, () => ({ missedAt }))),
    reject: (did, rejections, at) =>
      change((state) =>
        changed(state, did, (labeler) => ({ rejections: summed(labeler.rejections, countRejections(rejections, at)) }))
      )
  });
});

/** The labelers in the memory of this process. */
export const layer: Layer.Layer<Labelers, never, MemoryStore> = Layer.effect(Labelers, makeLabelers);
