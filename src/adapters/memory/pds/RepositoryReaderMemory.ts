import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { toIpld } from "../../../domain/record/value/recordCid.ts";
import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";
import {
  type FetchedRepository,
  RepositoryReader,
  RepositoryUnreadable,
  type UnreadableReason
} from "../../../domain/sync/repository/RepositoryReader.ts";
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
  const bytes = [...blocks.values()].reduce((sum, block) => sum + block.length, 0);
  return { root, bytes, read: (cid) => blocks.get(cid.toString()) ?? null };
};

const unreadable = (reason: UnreadableReason) => new RepositoryUnreadable({ reason, retryAfter: null });

/** Why the repository of an account that is not active cannot be read, as the reference PDS says it. */
const refusal = (status: AccountStatus): RepositoryUnreadable => {
  switch (status) {
    case "deleted":
      return unreadable("repository-not-found");
    case "takendown":
    case "suspended":
      return unreadable("account-taken-down");
    default:
      return unreadable("account-deactivated");
  }
};

const isThere = ({ accounts, inactive }: PdsState, did: Did): boolean =>
  accounts.some((account) => account.did === did) && inactive.get(did) !== "deleted";

/** The repositories of the in-memory server. */
export const layer = Layer.effect(
  RepositoryReader,
  Effect.map(PdsMemory, (pds) => {
    const active = (did: Did) =>
      Effect.flatMap(Ref.get(pds.state), (state) => {
        const status = state.inactive.get(did);
        return status === undefined ? Effect.succeed(state) : refusal(status);
      });
    const fetch = (did: Did) => Effect.map(active(did), (state) => repositoryOf(state, did));
    return RepositoryReader.of({
      latest: (_pds, did) =>
        Effect.map(active(did), (state) => ({ cid: repositoryOf(state, did).root, rev: revisionOf(state.writes) })),
      status: (_pds, did) =>
        Effect.flatMap(Ref.get(pds.state), (state) => {
          const status = state.inactive.get(did) ?? null;
          const rev = status === null ? revisionOf(state.writes) : null;
          return isThere(state, did) ? Effect.succeed({ status, rev }) : unreadable("repository-not-found");
        }),
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
