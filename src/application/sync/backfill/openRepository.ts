import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { BlockCid } from "../../../domain/sync/repository/BlockCid.ts";
import { type KeyWindow, keyWindows, overlaps } from "../../../domain/sync/repository/keyWindows.ts";
import { type RepositoryCommit, verifyCommit } from "../../../domain/sync/repository/RepositoryCommit.ts";
import { fault, type RepositoryFault } from "../../../domain/sync/repository/RepositoryFault.ts";
import {
  type FetchedRepository,
  RepositoryReader,
  type RepositoryUnreadable
} from "../../../domain/sync/repository/RepositoryReader.ts";
import { type TreeItem, walkTree } from "../../../domain/sync/repository/walkTree.ts";
import { type FullResyncRequired, makeBlockStore } from "./BlockStore.ts";
import type { SyncTarget } from "./SyncTarget.ts";

/** Why a repository cannot be opened. */
export type OpenFailure = RepositoryFault | RepositoryUnreadable | FullResyncRequired;

type Read = FetchedRepository["read"];

/** A verified repository: what its account signed, as far as it was fetched. */
export interface OpenRepository extends RepositoryCommit {
  readonly root: BlockCid;
  /** Makes some of its blocks readable. */
  readonly load: (cids: ReadonlyArray<BlockCid>) => Effect.Effect<Read, OpenFailure>;
  readonly pds: string;
  /** The number of bytes that were received so far. */
  readonly bytes: () => number;
  /** Calls `use` for each window of each of some collections, in order, and yields to other fibers between them. */
  readonly eachWindow: <E, R>(
    collections: ReadonlyArray<Nsid>,
    use: (window: KeyWindow) => Effect.Effect<void, E, R>
  ) => Effect.Effect<void, E | RepositoryFault, R>;
}

/** How many entries are processed in one go: some milliseconds of work. */
const windowSize = 200;

const walkOf = (root: BlockCid, read: Read, collections: ReadonlyArray<Nsid>) =>
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
  (data: BlockCid, read: Read): OpenRepository["eachWindow"] =>
  (collections, use) =>
    Effect.gen(() => eachOf(keyWindows(walkOf(data, read, collections), collections, windowSize), use));

const verified = Effect.fnUntraced(function* (root: BlockCid, read: Read, { did, signingKey }: SyncTarget) {
  const block = read(root);
  if (block === null) return yield* fault("block-missing");
  return yield* verifyCommit(block, { did, signingKey, now: yield* Clock.currentTimeMillis });
});

/**
 * Fetches a full repository. It is used only after its tree was verified as far as it is relevant, and no record is
 * missing. It stays open until the scope closes.
 */
export const openFull = traced("openFull")(function* (target: SyncTarget) {
  const reader = yield* RepositoryReader;
  const { bytes, read, root } = yield* reader.fetch(target.pds, target.did);
  const commit = yield* verified(root, read, target);
  const eachWindow = eachWindowOf(commit.data, read);
  yield* eachWindow(target.collections, ({ entries }) =>
    entries.every(({ cid }) => read(cid) !== null) ? Effect.void : fault("block-missing")
  );
  const { pds } = target;
  const repository: OpenRepository = {
    ...commit,
    root,
    pds,
    bytes: () => bytes,
    eachWindow,
    load: () => Effect.succeed(read)
  };
  return repository;
});

/** Returns the nodes that a walk lacks; yields to other fibers meanwhile. */
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
 * Fetches only the relevant nodes of a repository, one layer of the tree after the other, and records when they are
 * loaded. This is little where most of a repository belongs to other collections.
 */
export const openByBlocks = traced("openByBlocks")(function* (target: SyncTarget, root: BlockCid) {
  const { bytes, load, read } = yield* makeBlockStore(target);
  yield* load([root]);
  const commit = yield* verified(root, read, target);
  for (;;) {
    const missing = yield* missingOf(walkOf(commit.data, read, target.collections));
    if (missing.length === 0) break;
    yield* load(missing);
  }
  const eachWindow = eachWindowOf(commit.data, read);
  yield* eachWindow(target.collections, () => Effect.void);
  const { pds } = target;
  const repository: OpenRepository = {
    ...commit,
    root,
    pds,
    bytes,
    eachWindow,
    load: (cids) => Effect.as(load(cids), read)
  };
  return repository;
});
