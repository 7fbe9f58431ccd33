import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { BlockCid } from "../../domain/sync/repository/BlockCid.ts";
import { type KeyWindow, keyWindows, overlaps } from "../../domain/sync/repository/keyWindows.ts";
import { type RepositoryCommit, verifyCommit } from "../../domain/sync/repository/RepositoryCommit.ts";
import { fault, type RepositoryFault } from "../../domain/sync/repository/RepositoryFault.ts";
import {
  type FetchedRepository,
  RepositoryReader,
  type RepositoryUnreadable
} from "../../domain/sync/repository/RepositoryReader.ts";
import { type TreeItem, walkTree } from "../../domain/sync/repository/walkTree.ts";
import { type FullResyncRequired, makeBlockStore } from "./BlockStore.ts";
import type { SyncTarget } from "./SyncTarget.ts";

/** Why a repository does not open. */
export type OpenFailure = RepositoryFault | RepositoryUnreadable | FullResyncRequired;

type Read = FetchedRepository["read"];

/** A repository that is what its account signed, as far as it was asked for. */
export interface OpenRepository extends RepositoryCommit {
  readonly root: BlockCid;
  /** Makes some of its blocks readable. */
  readonly load: (cids: ReadonlyArray<BlockCid>) => Effect.Effect<Read, OpenFailure>;
  /** Calls for each part of each collection, in order, and lets others have their turn between them. */
  readonly eachWindow: <E, R>(
    use: (window: KeyWindow) => Effect.Effect<void, E, R>
  ) => Effect.Effect<void, E | RepositoryFault, R>;
}

/** Entries that are looked at in one go: some milliseconds of work. */
const windowSize = 200;

const walkOf = (root: BlockCid, read: Read, { collections }: SyncTarget) =>
  walkTree({ root, read, wants: (range) => collections.some((collection) => overlaps(collection, range)) });

type Windows = ReturnType<typeof keyWindows>;

function* eachOf<E, R>(windows: Windows, use: (window: KeyWindow) => Effect.Effect<void, E, R>) {
  for (const step of windows) {
    if (step._tag === "Fault") return yield* step.fault;
    yield* use(step);
    yield* Effect.sleep(0);
  }
}

const eachWindowOf =
  (data: BlockCid, read: Read, target: SyncTarget): OpenRepository["eachWindow"] =>
  (use) =>
    Effect.gen(() => eachOf(keyWindows(walkOf(data, read, target), target.collections, windowSize), use));

const verified = Effect.fnUntraced(function* (root: BlockCid, read: Read, { did, signingKey }: SyncTarget) {
  const block = read(root);
  if (block === null) return yield* fault("block-missing");
  return yield* verifyCommit(block, { did, signingKey, now: yield* Clock.currentTimeMillis });
});

/**
 * Fetches a whole repository. Nothing of it is used before all of its tree is seen to be sound, as far as it matters,
 * and none of its records to be missing. Open until the scope closes.
 */
export const openFull = Effect.fn("openFull")(function* (target: SyncTarget) {
  const reader = yield* RepositoryReader;
  const { read, root } = yield* reader.fetch(target.pds, target.did);
  const commit = yield* verified(root, read, target);
  const eachWindow = eachWindowOf(commit.data, read, target);
  yield* eachWindow(({ entries }) =>
    entries.every(({ cid }) => read(cid) !== null) ? Effect.void : fault("block-missing")
  );
  const repository: OpenRepository = { ...commit, root, eachWindow, load: () => Effect.succeed(read) };
  return repository;
});

/** The nodes that a walk lacks; others have their turn while it goes on. */
const missingOf = Effect.fnUntraced(function* (items: Iterable<TreeItem>) {
  const missing: Array<BlockCid> = [];
  let seen = 0;
  for (const item of items) {
    if (item._tag === "Missing") missing.push(item.cid);
    seen += 1;
    if (seen % windowSize === 0) yield* Effect.sleep(0);
  }
  return missing;
});

/**
 * Fetches of a repository only the nodes that lead to what matters, one layer of the tree after the other, and records
 * when they are loaded: little, where most of a repository is of other collections.
 */
export const openByBlocks = Effect.fn("openByBlocks")(function* (target: SyncTarget, root: BlockCid) {
  const { load, read } = yield* makeBlockStore(target);
  yield* load([root]);
  const commit = yield* verified(root, read, target);
  for (;;) {
    const missing = yield* missingOf(walkOf(commit.data, read, target));
    if (missing.length === 0) break;
    yield* load(missing);
  }
  const eachWindow = eachWindowOf(commit.data, read, target);
  yield* eachWindow(() => Effect.void);
  const repository: OpenRepository = { ...commit, root, eachWindow, load: (cids) => Effect.as(load(cids), read) };
  return repository;
});
