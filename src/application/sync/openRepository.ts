import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { Did } from "../../domain/atproto/Did.ts";
import type { Nsid } from "../../domain/atproto/Nsid.ts";
import type { BlockCid } from "../../domain/sync/BlockCid.ts";
import { type KeyWindow, keyWindows, overlaps } from "../../domain/sync/keyWindows.ts";
import { type RepositoryCommit, verifyCommit } from "../../domain/sync/RepositoryCommit.ts";
import { fault, type RepositoryFault } from "../../domain/sync/RepositoryFault.ts";
import { type FetchedRepository, RepositoryReader } from "../../domain/sync/RepositoryReader.ts";
import { walkTree } from "../../domain/sync/walkTree.ts";

/** Whose repository is asked for, where, and what of it matters. */
export interface Wanted {
  readonly did: Did;
  readonly pds: string;
  readonly signingKey: string;
  readonly collections: ReadonlyArray<Nsid>;
  /** Only what changed after this revision is needed; null for all. */
  readonly since: string | null;
}

/** A repository that is what its account signed, as far as it was asked for. */
export interface OpenRepository extends RepositoryCommit {
  readonly did: Did;
  readonly root: BlockCid;
  /** Whether only what changed may be there. */
  readonly partial: boolean;
  readonly read: FetchedRepository["read"];
  /** Calls for each part of each collection, in order, and lets others have their turn between them. */
  readonly eachWindow: <E, R>(
    use: (window: KeyWindow) => Effect.Effect<void, E, R>
  ) => Effect.Effect<void, E | RepositoryFault, R>;
}

/** Entries that are looked at in one go: some milliseconds of work. */
const windowSize = 200;

const eachWindowOf =
  (fetched: FetchedRepository, data: BlockCid, { collections, since }: Wanted): OpenRepository["eachWindow"] =>
  (use) =>
    Effect.gen(function* () {
      const items = walkTree({
        root: data,
        read: fetched.read,
        wants: (range) => collections.some((collection) => overlaps(collection, range)),
        partial: since !== null
      });
      for (const step of keyWindows(items, collections, windowSize)) {
        if (step._tag === "Fault") return yield* step.fault;
        yield* use(step);
        yield* Effect.sleep(0);
      }
    });

/** Nothing of a repository is used before all of its tree is seen to be sound, and none of its records to be missing. */
const check = ({ eachWindow, partial, read }: OpenRepository) =>
  eachWindow(({ entries }) =>
    partial || entries.every(({ cid }) => read(cid) !== null) ? Effect.void : fault("block-missing")
  );

/** Fetches a repository and verifies it: its blocks, its commit, its tree. Open until the scope closes. */
export const openRepository = Effect.fn("openRepository")(function* (wanted: Wanted) {
  const { did, pds, signingKey, since } = wanted;
  const reader = yield* RepositoryReader;
  const fetched = yield* reader.fetch(pds, did, since);
  const block = fetched.read(fetched.root);
  if (block === null) return yield* fault("block-missing");
  const commit = yield* verifyCommit(block, { did, signingKey, now: yield* Clock.currentTimeMillis });
  const repository: OpenRepository = {
    ...commit,
    root: fetched.root,
    partial: since !== null,
    read: fetched.read,
    eachWindow: eachWindowOf(fetched, commit.data, wanted)
  };
  yield* check(repository);
  return repository;
});
