import type { Did } from "../../atproto/Did.ts";
import type { GapReason } from "../backfill/SyncEvent.ts";
import type { FollowedRepository } from "./FollowedRepositories.ts";

/** A commit whose signature, blocks and operations are verified. CIDs are text. */
export interface CommitLink {
  readonly did: Did;
  readonly rev: string;
  /** The revision that it follows; null for the first one. */
  readonly since: string | null;
  /** The root of the tree before it; null if the host does not state it. */
  readonly prevData: string | null;
  /** The root of the tree after it. */
  readonly data: string;
}

/** What a commit means for the known state of its repository. */
export type CommitStep =
  /** It is not newer than what was seen, and changes nothing. */
  | { readonly _tag: "Stale" }
  /** It follows the last one. */
  | { readonly _tag: "Applied"; readonly next: FollowedRepository }
  /** The repository was not followed before, so that it has to be fetched. */
  | { readonly _tag: "First"; readonly next: FollowedRepository }
  /** Commits before it were missed. Its own changes are applied. */
  | { readonly _tag: "Gap"; readonly next: FollowedRepository; readonly reason: GapReason }
  /** The same of a repository that is desynchronized already. A fetch in progress may be older than the commit. */
  | { readonly _tag: "GapGrew"; readonly next: FollowedRepository };

/**
 * Whether a commit follows the last one that was seen, as far as its host states it. A commit that only signs the tree
 * anew, such as after a change of the key, states no revision before it; the same tree proves that none is missing.
 */
const follows = ({ data, rev }: FollowedRepository, { prevData, since }: CommitLink): boolean => {
  if (since === null) return prevData !== null && prevData === data;
  return since === rev && (prevData === null || data === null || prevData === data);
};

/**
 * Decides what a verified commit means for its repository. `now` is in Unix milliseconds (AT Protocol, Sync: a commit
 * whose `since` is not the last revision, or whose `prevData` is not the last root, does not follow).
 */
export const followCommit = (before: FollowedRepository | undefined, link: CommitLink, now: number): CommitStep => {
  const { data, did, rev } = link;
  if (before === undefined) {
    const next = { did, rev, data, desynchronizedAt: now, gapRev: rev, account: null };
    return { _tag: "First", next };
  }
  if (rev <= before.rev) return { _tag: "Stale" };
  const next = { ...before, rev, data };
  if (follows(before, link)) return { _tag: "Applied", next };
  const missed = { ...next, gapRev: rev };
  return before.desynchronizedAt === null
    ? { _tag: "Gap", next: { ...missed, desynchronizedAt: now }, reason: "missed-commits" }
    : { _tag: "GapGrew", next: missed };
};

/** The state of a repository of which no commit was seen. */
export const unseenRepository = (did: Did): FollowedRepository => ({
  did,
  rev: "",
  data: null,
  desynchronizedAt: null,
  gapRev: null,
  account: null
});

/**
 * Returns the state of a repository after an event that shows that changes were missed, but that cannot be verified: its
 * revision may be a lie. Null if the repository is desynchronized already.
 */
export const loseSynchronization = (
  before: FollowedRepository | undefined,
  did: Did,
  now: number
): FollowedRepository | null => {
  if (before === undefined) return { ...unseenRepository(did), desynchronizedAt: now, gapRev: "" };
  return before.desynchronizedAt === null ? { ...before, desynchronizedAt: now, gapRev: before.rev } : null;
};

/**
 * Returns the state of a repository after it was fetched at a revision. It stays desynchronized if the fetch is older than
 * the last commit that does not follow.
 */
export const synchronizeAt = (
  before: FollowedRepository | undefined,
  did: Did,
  rev: string,
  data: string
): FollowedRepository => {
  if (before === undefined) return { did, rev, data, desynchronizedAt: null, gapRev: null, account: null };
  const state = rev >= before.rev ? { ...before, rev, data } : before;
  const isCovered = before.gapRev === null || rev >= before.gapRev;
  return isCovered ? { ...state, desynchronizedAt: null, gapRev: null } : state;
};
