import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../../atproto/Did.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/** What live sync knows of a repository. */
export interface FollowedRepository {
  readonly did: Did;
  /** The last revision that was seen. */
  readonly rev: string;
  /** The CID of the root of the tree at that revision; null if it is not known. */
  readonly data: string | null;
  /** Since when commits are missing, in Unix milliseconds; null while every commit up to `rev` is indexed. */
  readonly desynchronizedAt: number | null;
  /**
   * The revision of the last event that did not follow the one before it: commits up to it are missing. Commits after it
   * are indexed. Null while the repository is synchronized.
   */
  readonly gapRev: string | null;
  /** The position of the last account event, with the source and its generation; null if there was none. */
  readonly account: AccountPosition | null;
}

/** Identifies an account event, so that a replayed one changes nothing. */
export interface AccountPosition {
  readonly address: string;
  readonly generation: number;
  readonly cursor: number;
}

/** The repositories of known accounts, as the stream left them. Changes join a surrounding `Atomically` transaction. */
export class FollowedRepositories extends Context.Tag("domain/FollowedRepositories")<
  FollowedRepositories,
  {
    /** Returns what is known of the repositories of accounts. An account without an entry is left out. */
    readonly find: (
      dids: ReadonlyArray<Did>
    ) => Effect.Effect<ReadonlyMap<Did, FollowedRepository>, StorageUnavailable>;
    /** Stores entries. */
    readonly put: (repositories: ReadonlyArray<FollowedRepository>) => Effect.Effect<void, StorageUnavailable>;
    /**
     * Records that a repository was fetched at a revision: it is synchronized unless commits up to a later revision are
     * missing. A later revision that was seen remains.
     */
    readonly synchronized: (did: Did, rev: string, data: string) => Effect.Effect<void, StorageUnavailable>;
    /** The number of repositories, and of those that are desynchronized. */
    readonly count: Effect.Effect<{ readonly known: number; readonly desynchronized: number }, StorageUnavailable>;
  }
>() {}
