import * as Effect from "effect/Effect";
import type { BlockCid } from "../../domain/sync/BlockCid.ts";
import { fault } from "../../domain/sync/RepositoryFault.ts";
import { maxBlocksAtOnce, RepositoryReader } from "../../domain/sync/RepositoryReader.ts";
import type { Wanted } from "./Wanted.ts";
import { WholeNeeded } from "./WholeNeeded.ts";

/** Blocks that are fetched one by one, and their bytes, before it is better to fetch the whole. */
const most = { blocks: 1_800, bytes: 8_000_000 };

/** Holds in memory what is fetched of a repository by its CIDs. */
export const makeBlockStore = Effect.fnUntraced(function* ({ did, pds }: Wanted) {
  const reader = yield* RepositoryReader;
  const held = new Map<string, Uint8Array>();
  let bytes = 0;
  const read = (cid: BlockCid) => held.get(cid.toString()) ?? null;
  const fetch = (cids: ReadonlyArray<BlockCid>) =>
    Effect.gen(function* () {
      for (const block of yield* reader.blocks(pds, did, cids)) {
        held.set(block.cid.toString(), block.bytes);
        bytes += block.bytes.length;
      }
      if (bytes > most.bytes) return yield* new WholeNeeded();
      if (cids.some((cid) => read(cid) === null)) return yield* fault("block-missing");
    });
  const load = (cids: ReadonlyArray<BlockCid>) =>
    Effect.gen(function* () {
      const wanted = [...new Map(cids.map((cid) => [cid.toString(), cid])).values()].filter(
        (cid) => read(cid) === null
      );
      if (held.size + wanted.length > most.blocks) return yield* new WholeNeeded();
      for (let at = 0; at < wanted.length; at += maxBlocksAtOnce) yield* fetch(wanted.slice(at, at + maxBlocksAtOnce));
    });
  return { read, load };
});
