import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { EventLog } from "../../../domain/event/EventLog.ts";
import type { Lease } from "../../../domain/lease/Leases.ts";
import { ArchivedEvents } from "../../../domain/retention/ArchivedEvents.ts";
import type { FilledTile } from "../../../domain/transparency/GrowingTree.ts";
import {
  type Seal,
  type SealedCheckpoint,
  SealedTree,
  SealSuperseded
} from "../../../domain/transparency/SealedTree.ts";
import { type Cell, MemoryStore } from "../MemoryStore.ts";

interface TreeState {
  readonly fence: number;
  /** In order of their size. */
  readonly checkpoints: ReadonlyArray<SealedCheckpoint>;
  readonly tiles: ReadonlyMap<string, FilledTile>;
  /** The latest first. */
  readonly keys: ReadonlyArray<string>;
}

const emptyTree: TreeState = { fence: 0, checkpoints: [], tiles: new Map(), keys: [] };

const tileName = ({ index, level }: Pick<FilledTile, "level" | "index">): string => `${level}/${index}`;

const sealedState = (state: TreeState, fence: number, { checkpoint, tiles, verifierKey }: Seal): TreeState => ({
  fence,
  checkpoints: [...state.checkpoints, checkpoint],
  tiles: new Map([...state.tiles, ...tiles.map((tile) => [tileName(tile), tile] as const)]),
  keys: state.keys.includes(verifierKey) ? state.keys : [verifierKey, ...state.keys]
});

const latestOf = ({ checkpoints }: TreeState) => Option.fromNullable(checkpoints.at(-1));

const sealIn = Effect.fnUntraced(function* <E, R>(
  tree: Cell<TreeState>,
  lease: Lease,
  extend: (latest: Option.Option<SealedCheckpoint>) => Effect.Effect<Option.Option<Seal>, E, R>
) {
  const state = yield* tree.get;
  if (state.fence > lease.fence) return yield* new SealSuperseded();
  const sealed = yield* extend(latestOf(state));
  if (Option.isNone(sealed)) return Option.none<SealedCheckpoint>();
  yield* tree.modify((current) => [undefined, sealedState(current, lease.fence, sealed.value)]);
  return Option.some(sealed.value.checkpoint);
});

const makeSealedTree = Effect.gen(function* () {
  const store = yield* MemoryStore;
  const log = yield* EventLog;
  const archived = yield* ArchivedEvents;
  const tree = store.cell(emptyTree);
  return SealedTree.of({
    latest: Effect.map(tree.get, latestOf),
    checkpoint: (size) =>
      Effect.map(tree.get, ({ checkpoints }) =>
        Option.fromNullable(checkpoints.find((checkpoint) => checkpoint.size === size))
      ),
    checkpoints: (after, limit) =>
      Effect.map(tree.get, ({ checkpoints }) => checkpoints.filter(({ size }) => size > after).slice(0, limit)),
    tiles: (wanted) =>
      Effect.map(tree.get, ({ tiles }) =>
        wanted.flatMap((each) => {
          const tile = tiles.get(tileName(each));
          return tile === undefined ? [] : [tile];
        })
      ),
    verifierKeys: Effect.map(tree.get, ({ keys }) => keys),
    leafHashes: (after, limit) =>
      Effect.zipWith(
        log.readRange({ after, upTo: after + limit }, limit, new Set()),
        archived.range({ after, upTo: after + limit }),
        (events, rows) =>
          [...events, ...rows]
            .toSorted((left, right) => left.position - right.position)
            .map(({ leafHash }) => Either.getOrElse(Encoding.decodeBase64Url(leafHash), () => new Uint8Array(0)))
      ).pipe(Effect.orDie),
    seal: (lease, extend) => store.transaction(sealIn(tree, lease, extend))
  });
});

/** The tree of the event log in memory, without durability. */
export const layer: Layer.Layer<SealedTree, never, MemoryStore | EventLog | ArchivedEvents> = Layer.effect(
  SealedTree,
  makeSealedTree
);
