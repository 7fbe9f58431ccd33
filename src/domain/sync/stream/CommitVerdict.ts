import type * as Either from "effect/Either";
import type { JsonObject } from "../../json/Json.ts";
import type { SkipReason } from "../backfill/SkipReason.ts";
import type { GapReason } from "../backfill/SyncEvent.ts";
import type { FollowedRepository } from "./FollowedRepositories.ts";
import type { CommitEvent, SignedContent } from "./RepoEvent.ts";

/** A commit event with its signed commit and blocks. */
export interface SignedCommitEvent extends CommitEvent {
  readonly content: SignedContent;
}

/** What a commit event is verified against. */
export interface CommitEventCheck {
  /** The signing key of the account's repository, as a Multikey. */
  readonly signingKey: string;
  /** What was known of the repository before the event; null if nothing was. */
  readonly known: FollowedRepository | null;
  /** The collections whose records are decoded. */
  readonly collections: ReadonlySet<string>;
  /** In Unix milliseconds. */
  readonly now: number;
}

/** What a commit event is worth. */
export type CommitVerdict =
  /** The account signed the commit, and the operations are those that it made. */
  | {
      readonly _tag: "Verified";
      readonly rev: string;
      /** The CID of the root of the tree after the commit. */
      readonly data: string;
      /** Whether it is the next commit after the one that was seen last. Otherwise commits are missing (`missed-commits`). */
      readonly follows: boolean;
      /** The records in the order of the operations: null for a deletion, and in a collection that is not decoded. */
      readonly records: ReadonlyArray<Either.Either<JsonObject, SkipReason> | null>;
    }
  /** It is not later than the last revision that was seen, and changes nothing. */
  | { readonly _tag: "Stale" }
  /** It cannot be trusted, so the repository has to be fetched. */
  | { readonly _tag: "Gap"; readonly reason: GapReason };
