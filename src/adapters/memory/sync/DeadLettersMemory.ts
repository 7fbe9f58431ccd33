import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import { Nsid } from "../../../domain/atproto/Nsid.ts";
import {
  type BoundedDeadLetter,
  boundDeadLetter,
  type DeadLetterLimits,
  deadLetterLimits
} from "../../../domain/sync/boundDeadLetter.ts";
import { type DeadLetterFilter, DeadLetters, type StoredDeadLetter } from "../../../domain/sync/DeadLetters.ts";
import { MemoryStore } from "../MemoryStore.ts";

interface Stored {
  readonly letter: StoredDeadLetter;
  readonly size: number;
}

interface State {
  readonly next: number;
  /** In the order of arrival. */
  readonly stored: ReadonlyArray<Stored>;
  readonly evicted: number;
}

const isNsid = Schema.is(Nsid);

const matches =
  ({ collection, did, ids, reason }: DeadLetterFilter) =>
  ({ letter }: Stored): boolean =>
    (ids === null || ids.includes(letter.id)) &&
    (collection === null || letter.collection === collection) &&
    (did === null || letter.did === did) &&
    (reason === null || letter.reason === reason);

const withLetter = (state: State, { letter, size }: BoundedDeadLetter): State => {
  const before = state.stored.find((each) => letter.uri !== null && each.letter.uri === letter.uri);
  if (before !== undefined && (before.letter.rev ?? "") > (letter.rev ?? "")) return state;
  const added = { letter: { ...letter, id: state.next }, size };
  return { ...state, next: state.next + 1, stored: [...state.stored.filter((each) => each !== before), added] };
};

/** Returns the newest within the limits, in their order. */
const newest = (all: ReadonlyArray<Stored>, letters: number, size: number): ReadonlyArray<Stored> => {
  let total = 0;
  const sizes = all.toReversed().map((each) => (total += each.size));
  const kept = sizes.filter((sum, at) => at < letters && sum <= size).length;
  return all.slice(all.length - kept);
};

const withinLimits = (state: State, limits: DeadLetterLimits): State => {
  const kept = new Set<Stored>();
  for (const ofAccount of Map.groupBy(state.stored, ({ letter }) => letter.did).values())
    for (const each of newest(ofAccount, limits.lettersPerAccount, limits.sizePerAccount)) kept.add(each);
  const stored = newest(
    state.stored.filter((each) => kept.has(each)),
    limits.letters,
    limits.size
  );
  return { ...state, stored, evicted: state.evicted + state.stored.length - stored.length };
};

const collectionsOf = (stored: ReadonlyArray<Stored>): ReadonlyMap<Nsid, number> => {
  const counts = new Map<Nsid, number>();
  for (const { letter } of stored)
    if (letter.uri !== null && isNsid(letter.collection))
      counts.set(letter.collection, (counts.get(letter.collection) ?? 0) + 1);
  return counts;
};

const makeDeadLetters = (limits: DeadLetterLimits) =>
  Effect.map(MemoryStore, (store) => {
    const cell = store.cell<State>({ next: 1, stored: [], evicted: 0 });
    return DeadLetters.of({
      add: (letters) =>
        cell.modify((state): readonly [undefined, State] => [
          undefined,
          letters.length === 0 ? state : withinLimits(letters.map(boundDeadLetter).reduce(withLetter, state), limits)
        ]),
      removeAt: (records) =>
        cell.modify((state): readonly [undefined, State] => {
          const revs = new Map(records.map(({ rev, uri }) => [uri, rev]));
          const removed = ({ letter }: Stored): boolean => {
            const rev = letter.uri === null ? undefined : revs.get(letter.uri);
            return rev !== undefined && (rev === null || (letter.rev ?? "") <= rev);
          };
          return [undefined, { ...state, stored: state.stored.filter((each) => !removed(each)) }];
        }),
      list: (filter, before, limit) =>
        Effect.map(cell.get, ({ stored }) =>
          stored
            .filter(matches(filter))
            .map(({ letter }) => letter)
            .filter(({ id }) => before === null || id < before)
            .toReversed()
            .slice(0, limit)
        ),
      count: (filter) => Effect.map(cell.get, ({ stored }) => stored.filter(matches(filter)).length),
      find: (uri) =>
        Effect.map(cell.get, ({ stored }) => stored.find(({ letter }) => letter.uri === uri)?.letter ?? null),
      drop: (filter) =>
        cell.modify((state): readonly [number, State] => {
          const isDropped = matches(filter);
          const stored = state.stored.filter((each) => !isDropped(each));
          return [state.stored.length - stored.length, { ...state, stored }];
        }),
      evicted: Effect.map(cell.get, ({ evicted }) => evicted),
      collections: Effect.map(cell.get, ({ stored }) => collectionsOf(stored))
    });
  });

/** Dead letters in the memory of this process, within other limits than those of a service. */
export const layerWith = (limits: DeadLetterLimits): Layer.Layer<DeadLetters, never, MemoryStore> =>
  Layer.effect(DeadLetters, makeDeadLetters(limits));

/** Dead letters in the memory of this process. */
export const layer: Layer.Layer<DeadLetters, never, MemoryStore> = layerWith(deadLetterLimits);
