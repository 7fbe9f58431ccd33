import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type * as Scope from "effect/Scope";
import type { Did } from "../../atproto/Did.ts";
import type { AccountStatus } from "../account/AccountStatus.ts";
import type { BlockCid } from "./BlockCid.ts";
import type { Block } from "./CarReader.ts";
import type { RepositoryFault } from "./RepositoryFault.ts";

/** Why a repository cannot be read from a PDS, as a code. */
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
  /** The repository has more bytes than the operator allows. */
  "too-large",
  /** This machine has no space for the temporary file. */
  "no-temporary-space"
);
export type UnreadableReason = typeof UnreadableReason.Type;

/** A repository cannot be read from a PDS. `retryAfter` is in seconds, or null. */
export class RepositoryUnreadable extends Schema.TaggedError<RepositoryUnreadable>()("RepositoryUnreadable", {
  reason: UnreadableReason,
  retryAfter: Schema.NullOr(Schema.Number)
}) {}

/** The last commit of a repository according to its PDS. */
export interface LatestCommit {
  readonly cid: BlockCid;
  readonly rev: string;
}

/** The state of an account according to a PDS. */
export interface RepositoryStatus {
  /** Why the account is not active; null while it is active. */
  readonly status: AccountStatus | null;
  /** The last revision, if the PDS states it. */
  readonly rev: string | null;
}

/** A repository as received from a PDS. Its blocks are verified against their CIDs; nothing else is verified. */
export interface FetchedRepository {
  /** The commit according to the archive. */
  readonly root: BlockCid;
  /** Returns the block with a CID, or null if it was not received. */
  readonly read: (cid: BlockCid) => Uint8Array | null;
  /** The number of bytes of its blocks. */
  readonly bytes: number;
}

/** Fetches repositories from PDSes (`com.atproto.sync.*`). Needs no credentials. */
export class RepositoryReader extends Context.Tag("domain/RepositoryReader")<
  RepositoryReader,
  {
    /** Returns the last commit according to the PDS. */
    readonly latest: (pds: string, did: Did) => Effect.Effect<LatestCommit, RepositoryUnreadable>;
    /** Returns whether the account is active at the PDS (`com.atproto.sync.getRepoStatus`). */
    readonly status: (pds: string, did: Did) => Effect.Effect<RepositoryStatus, RepositoryUnreadable>;
    /**
     * Fetches all blocks, which can be read until the scope closes. Memory holds only an index of them, however large
     * the repository is.
     */
    readonly fetch: (
      pds: string,
      did: Did
    ) => Effect.Effect<FetchedRepository, RepositoryUnreadable | RepositoryFault, Scope.Scope>;
    /** Fetches up to `maxBlocksAtOnce` blocks. Each is verified; those that the PDS does not return are left out. */
    readonly blocks: (
      pds: string,
      did: Did,
      cids: ReadonlyArray<BlockCid>
    ) => Effect.Effect<ReadonlyArray<Block>, RepositoryUnreadable | RepositoryFault>;
  }
>() {}

/** The maximum number of blocks per request: their CIDs fit into the 8 kB that servers accept for a URL. */
export const maxBlocksAtOnce = 60;
