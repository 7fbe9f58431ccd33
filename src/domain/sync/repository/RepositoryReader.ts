import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type * as Scope from "effect/Scope";
import type { Did } from "../../atproto/Did.ts";
import type { BlockCid } from "./BlockCid.ts";
import type { Block } from "./CarReader.ts";
import type { RepositoryFault } from "./RepositoryFault.ts";

/** Why a PDS gives no repository, in machine words. */
export const UnreadableReason = Schema.Literal(
  "repository-not-found",
  "account-deactivated",
  "account-taken-down",
  "rate-limited",
  "refused",
  "address-refused",
  "unreachable",
  "timeout",
  "server-error",
  "redirected",
  "malformed",
  /** More bytes than the operator allows. */
  "too-large",
  /** There is no room for its temporary file on this machine. */
  "no-temporary-space"
);
export type UnreadableReason = typeof UnreadableReason.Type;

/** A PDS gives no repository. `retryAfter` is in seconds, where it says so. */
export class RepositoryUnreadable extends Schema.TaggedError<RepositoryUnreadable>()("RepositoryUnreadable", {
  reason: UnreadableReason,
  retryAfter: Schema.NullOr(Schema.Number)
}) {}

/** What a PDS says of a repository's last commit. */
export interface LatestCommit {
  readonly cid: BlockCid;
  readonly rev: string;
}

/** A repository as a PDS gave it. That its blocks are what their CIDs say is verified; all else is not. */
export interface FetchedRepository {
  /** The commit, as the archive says. */
  readonly root: BlockCid;
  /** The block of a BlockCid; null when the PDS did not give it. */
  readonly read: (cid: BlockCid) => Uint8Array | null;
}

/** Fetches repositories from PDSes (`com.atproto.sync.*`). Needs no credentials. */
export class RepositoryReader extends Context.Tag("domain/RepositoryReader")<
  RepositoryReader,
  {
    /** The last commit, as the PDS says. */
    readonly latest: (pds: string, did: Did) => Effect.Effect<LatestCommit, RepositoryUnreadable>;
    /**
     * All blocks. They can be read until the scope closes, and however large the repository, memory holds none of them
     * but an index.
     */
    readonly fetch: (
      pds: string,
      did: Did
    ) => Effect.Effect<FetchedRepository, RepositoryUnreadable | RepositoryFault, Scope.Scope>;
    /** Those of some blocks that the PDS gives, at most `maxBlocksAtOnce`; each is what its CID says. */
    readonly blocks: (
      pds: string,
      did: Did,
      cids: ReadonlyArray<BlockCid>
    ) => Effect.Effect<ReadonlyArray<Block>, RepositoryUnreadable | RepositoryFault>;
  }
>() {}

/** How many blocks are asked for at once: their CIDs fit into the 8 kB that servers take for an address. */
export const maxBlocksAtOnce = 60;
