import * as Clock from "effect/Clock";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { BlockCid } from "../../../domain/sync/repository/BlockCid.ts";
import { verifyCommit } from "../../../domain/sync/repository/RepositoryCommit.ts";
import { fault } from "../../../domain/sync/repository/RepositoryFault.ts";
import { type FetchedRepository, RepositoryReader } from "../../../domain/sync/repository/RepositoryReader.ts";
import { type KeyRange, type TreeItem, walkTree } from "../../../domain/sync/repository/walkTree.ts";
import { makeBlockStore } from "../backfill/BlockStore.ts";
import type { SyncTarget } from "../backfill/SyncTarget.ts";

/** A record with its block, as the account signed it at a revision. */
export interface RecordAtPds {
  readonly rev: string;
  /** Null if the repository has no record at the address, which its tree proves. */
  readonly record: { readonly cid: BlockCid; readonly block: Uint8Array } | null;
}

const contains = ({ after, before }: KeyRange, key: string): boolean =>
  (after === null || after < key) && (before === null || key < before);

/** Walks the nodes that lead to a key: one for each layer of the tree. */
const pathTo = (key: string, data: BlockCid, read: FetchedRepository["read"]): ReadonlyArray<TreeItem> => [
  ...walkTree({ root: data, read, wants: (range) => contains(range, key) })
];

/**
 * Reads one record from the PDS of its account without the rest of the repository. The signature of the commit, the
 * nodes of the tree that lead to the record, and the record are verified, and so is that there is no record.
 */
export const readRecordAtPds = traced("readRecordAtPds")(function* (
  uri: AtUri,
  { pds, signingKey }: Pick<SyncTarget, "pds" | "signingKey">
) {
  const { collection, did, rkey } = recordAddress(uri);
  const key = `${collection}/${rkey}`;
  const reader = yield* RepositoryReader;
  const { load, read } = yield* makeBlockStore({ did, pds, signingKey, collections: [collection] });
  const { cid: root } = yield* reader.latest(pds, did);
  yield* load([root]);
  const commit = yield* verifyCommit(read(root) ?? new Uint8Array(), {
    did,
    signingKey,
    now: yield* Clock.currentTimeMillis
  });
  for (;;) {
    const items = pathTo(key, commit.data, read);
    const missing = items.flatMap((item) => (item._tag === "Missing" ? [item.cid] : []));
    if (missing.length > 0) {
      yield* load(missing);
      continue;
    }
    for (const item of items) {
      if (item._tag === "Fault") return yield* item.fault;
      if (item._tag !== "Entry" || item.key !== key) continue;
      yield* load([item.cid]);
      const block = read(item.cid);
      return block === null
        ? yield* fault("block-missing")
        : ({ rev: commit.rev, record: { cid: item.cid, block } } satisfies RecordAtPds);
    }
    return { rev: commit.rev, record: null } satisfies RecordAtPds;
  }
});
