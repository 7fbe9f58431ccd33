import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { toIpld } from "../../../domain/record/value/recordCid.ts";
import { type FetchedRepository, RepositoryReader } from "../../../domain/sync/repository/RepositoryReader.ts";
import { addBlock, addCommit, addTree, type Blocks } from "./makeRepository.ts";
import { PdsMemory, type PdsState, revisionOf } from "./PdsMemory.ts";

const repositoryOf = ({ records, writes }: PdsState, did: Did): FetchedRepository => {
  const blocks: Blocks = new Map();
  const leaves = [...records.values()].flatMap(({ uri, value }) => {
    const { collection, did: own, rkey } = recordAddress(uri);
    return own === did ? [[`${collection}/${rkey}`, addBlock(blocks, toIpld(value))] as const] : [];
  });
  const sorted = leaves.toSorted(([left], [right]) => (left < right ? -1 : 1));
  const root = addCommit(blocks, did, revisionOf(writes), addTree(blocks, sorted));
  return { root, read: (cid) => blocks.get(cid.toString()) ?? null };
};

/** The repositories of the in-memory server. */
export const layer = Layer.effect(
  RepositoryReader,
  Effect.map(PdsMemory, (pds) => {
    const fetch = (did: Did) => Effect.map(Ref.get(pds.state), (state) => repositoryOf(state, did));
    return RepositoryReader.of({
      latest: (_pds, did) =>
        Effect.map(Ref.get(pds.state), (state) => ({
          cid: repositoryOf(state, did).root,
          rev: revisionOf(state.writes)
        })),
      fetch: (_pds, did) => fetch(did),
      blocks: (_pds, did, cids) =>
        Effect.map(fetch(did), ({ read }) =>
          cids.flatMap((cid) => {
            const bytes = read(cid);
            return bytes === null ? [] : [{ cid, bytes }];
          })
        )
    });
  })
);
