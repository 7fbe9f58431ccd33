import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Backfill } from "../../../domain/sync/backfill/Backfill.ts";
import { Backfills, paceIntervalMs, type RepositoryResult } from "../../../domain/sync/backfill/Backfills.ts";
import { MemoryStore } from "../MemoryStore.ts";

/** A backfill with its repositories, and whether each was processed. */
interface Entry {
  readonly backfill: Backfill;
  readonly previousPace: Backfill["pace"];
  readonly repositories: HashMap.HashMap<Did, boolean>;
}

interface State {
  readonly next: number;
  readonly entries: HashMap.HashMap<string, Entry>;
}

const entryOf = (state: State, id: string): Entry | null => Option.getOrNull(HashMap.get(state.entries, id));

const runningOf = (state: State, id: string): Entry | null => {
  const entry = entryOf(state, id);
  return entry?.backfill.state === "running" ? entry : null;
};

const put = (state: State, entry: Entry): State => ({
  ...state,
  entries: HashMap.set(state.entries, entry.backfill.id, entry)
});

const byId = (left: Backfill, right: Backfill): number => Number(left.id) - Number(right.id);

const isWaiting = ({ backfill, repositories }: Entry, did: Did): boolean =>
  backfill.state === "running" && Option.contains(HashMap.get(repositories, did), false);

const counted = (entry: Entry, did: Did, result: RepositoryResult, at: number): Entry => {
  const { backfill } = entry;
  const isOver = at - entry.previousPace.at > paceIntervalMs;
  const processed = backfill.processed + 1;
  return {
    repositories: HashMap.set(entry.repositories, did, true),
    previousPace: isOver ? { at, processed } : entry.previousPace,
    backfill: {
      ...backfill,
      processed,
      failed: backfill.failed + (result.failed ? 1 : 0),
      records: backfill.records + result.records,
      bytes: backfill.bytes + result.bytes,
      pace: isOver ? entry.previousPace : backfill.pace
    }
  };
};

const makeBackfills = Effect.map(MemoryStore, (store) => {
  const cell = store.cell<State>({ next: 1, entries: HashMap.empty() });
  const all = Effect.map(cell.get, ({ entries }) =>
    Array.from(HashMap.values(entries), ({ backfill }) => backfill).sort(byId)
  );
  return Backfills.of({
    start: (target, startedAt) =>
      cell.modify((state): readonly [Backfill, State] => {
        const pace = { at: startedAt, processed: 0 };
        const backfill: Backfill = {
          id: String(state.next),
          target,
          state: "running",
          abortReason: null,
          startedAt,
          endedAt: null,
          isListed: false,
          cursor: null,
          fruitlessPages: 0,
          repositories: 0,
          processed: 0,
          failed: 0,
          records: 0,
          bytes: 0,
          pace
        };
        const entry = { backfill, previousPace: pace, repositories: HashMap.empty<Did, boolean>() };
        return [backfill, { ...put(state, entry), next: state.next + 1 }];
      }),
    find: (id) => Effect.map(cell.get, (state) => entryOf(state, id)?.backfill ?? null),
    list: (before, limit) =>
      Effect.map(all, (backfills) =>
        backfills
          .toReversed()
          .filter(({ id }) => before === null || Number(id) < Number(before))
          .slice(0, limit)
      ),
    running: Effect.map(all, (backfills) => backfills.filter(({ state }) => state === "running")),
    addPage: (id, { dids, from, next }) =>
      cell.modify((state): readonly [ReadonlyArray<Did> | null, State] => {
        const entry = runningOf(state, id);
        if (entry === null || entry.backfill.isListed || entry.backfill.cursor !== from) return [null, state];
        const { backfill, repositories } = entry;
        const added = [...new Set(dids)].filter((did) => !HashMap.has(repositories, did));
        const changed = {
          ...entry,
          repositories: added.reduce((known, did) => HashMap.set(known, did, false), repositories),
          backfill: {
            ...backfill,
            cursor: next,
            isListed: next === null,
            repositories: backfill.repositories + added.length,
            fruitlessPages: added.length === 0 ? backfill.fruitlessPages + 1 : 0
          }
        };
        return [added, put(state, changed)];
      }),
    record: (did, result, at) =>
      cell.modify((state) => {
        const concerned = Array.from(HashMap.values(state.entries)).filter((entry) => isWaiting(entry, did));
        return [undefined, concerned.reduce((next, entry) => put(next, counted(entry, did, result, at)), state)];
      }),
    waiting: (id, after, limit) =>
      Effect.map(cell.get, (state) =>
        Array.from(entryOf(state, id)?.repositories ?? [])
          .flatMap(([did, isProcessed]) => (isProcessed || (after !== null && did <= after) ? [] : [did]))
          .sort()
          .slice(0, limit)
      ),
    awaited: (dids) =>
      Effect.map(cell.get, ({ entries }) => {
        const all = Array.from(HashMap.values(entries));
        return new Set(dids.filter((did) => all.some((entry) => isWaiting(entry, did))));
      }),
    end: (id, end, at) =>
      cell.modify((state): readonly [Backfill | null, State] => {
        const entry = runningOf(state, id);
        if (entry === null) return [null, state];
        const abortReason = end.state === "aborted" ? end.reason : null;
        const backfill: Backfill = { ...entry.backfill, state: end.state, abortReason, endedAt: at };
        return [backfill, put(state, { ...entry, backfill, repositories: HashMap.empty() })];
      })
  });
});

/** Backfills in the memory of this process. */
export const layer: Layer.Layer<Backfills, never, MemoryStore> = Layer.effect(Backfills, makeBackfills);
