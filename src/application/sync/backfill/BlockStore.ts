import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import type { BlockCid } from "../../../domain/sync/repository/BlockCid.ts";
import { fault } from "../../../domain/sync/repository/RepositoryFault.ts";
import { maxBlocksAtOnce, RepositoryReader } from "../../../domain/sync/repository/RepositoryReader.ts";
import type { SyncTarget } from "./SyncTarget.ts";

/** Raised when more blocks are needed than are fetched by CID, so that the full repository has to be fetched. */
export class FullResyncRequired extends Data.TaggedError("FullResyncRequired") {}

/** The number of blocks fetched by CID, and their bytes, above which fetching the full repository is cheaper. */
const limits = { blocks: 1_800, bytes: 8_000_000 };

interface Store {
  readonly reader: RepositoryReader["Type"];
  readonly wanted: SyncTarget;
  readonly held: Map<string, Uint8Array>;
  bytes: number;
}

const read = ({ held }: Store, cid: BlockCid) => held.get(cid.toString()) ?? null;

const fetch = Effect.fnUntraced(function* (store: Store, cids: ReadonlyArray<BlockCid>) {
  const { did, pds } = store.wanted;
  for (const block of yield* store.reader.blocks(pds, did, cids)) {
    store.held.set(block.cid.toString(), block.bytes);
    store.bytes += block.bytes.length;
  }
  if (store.bytes > limits.bytes) return yield* new FullResyncRequired();
  if (cids.some((cid) => read(store, cid) === null)) return yield* fault("block-missing");
});

const load = Effect.fnUntraced(function* (store: Store, cids: ReadonlyArray<BlockCid>) {
  const wanted = [...new Map(cids.map((cid) => [cid.toString(), cid])).values()].filter(
    (cid) => read(store, cid) === null
  );
  if (store.held.size + wanted.length > limits.blocks) return yield* new FullResyncRequired();
  for (let at = 0; at < wanted.length; at += maxBlocksAtOnce)
    yield* fetch(store, wanted.slice(at, at + maxBlocksAtOnce));
});

/** Creates a store that holds in memory the blocks of a repository fetched by CID. */
export const makeBlockStore = (wanted: SyncTarget) =>
  Effect.map(RepositoryReader, (reader) => {
    const store: Store = { reader, wanted, held: new Map(), bytes: 0 };
    return {
      bytes: () => store.bytes,
      read: (cid: BlockCid) => read(store, cid),
      load: (cids: ReadonlyArray<BlockCid>) => load(store, cids)
    };
  });
