import * as Effect from "effect/Effect";
import type { BlockCid } from "../../domain/sync/BlockCid.ts";
import { fault } from "../../domain/sync/RepositoryFault.ts";
import { maxBlocksAtOnce, RepositoryReader } from "../../domain/sync/RepositoryReader.ts";
import type { Wanted } from "./Wanted.ts";
import { WholeNeeded } from "./WholeNeeded.ts";

/** Blocks that are fetched one by one, and their bytes, before it is better to fetch the whole. */
const most = { blocks: 1_800, bytes: 8_000_000 };

interface Store {
  readonly reader: RepositoryReader["Type"];
  readonly wanted: Wanted;
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
  if (store.bytes > most.bytes) return yield* new WholeNeeded();
  if (cids.some((cid) => read(store, cid) === null)) return yield* fault("block-missing");
});

const load = Effect.fnUntraced(function* (store: Store, cids: ReadonlyArray<BlockCid>) {
  const wanted = [...new Map(cids.map((cid) => [cid.toString(), cid])).values()].filter(
    (cid) => read(store, cid) === null
  );
  if (store.held.size + wanted.length > most.blocks) return yield* new WholeNeeded();
  for (let at = 0; at < wanted.length; at += maxBlocksAtOnce)
    yield* fetch(store, wanted.slice(at, at + maxBlocksAtOnce));
});

/** Holds in memory what is fetched of a repository by its CIDs. */
export const makeBlockStore = (wanted: Wanted) =>
  Effect.map(RepositoryReader, (reader) => {
    const store: Store = { reader, wanted, held: new Map(), bytes: 0 };
    return {
      read: (cid: BlockCid) => read(store, cid),
      load: (cids: ReadonlyArray<BlockCid>) => load(store, cids)
    };
  });
