import * as Data from "effect/Data";
import type { Did } from "../../atproto/Did.ts";
import { AccountHidden, type AccountReporter, AccountShown } from "./AccountEvent.ts";
import type { AccountStatus } from "./AccountStatus.ts";
import type { AccountVisibility } from "./FollowedAccount.ts";

/** What was found out about an account at the PDS in its DID document, or at the directory of the DID. */
export type AccountFinding = Data.TaggedEnum<{
  Active: {};
  Inactive: { readonly status: AccountStatus };
  /** The PDS has no repository of the account. */
  RepositoryNotFound: {};
  /** No host has a document for the DID. */
  DidNotFound: {};
  /** The PLC directory says that the DID was deactivated. */
  Tombstone: {};
}>;
export const AccountFinding = Data.taggedEnum<AccountFinding>();

/** What a finding changes. */
export type AccountDecision = Data.TaggedEnum<{
  Keep: {};
  Hide: { readonly status: AccountStatus };
  Show: {};
  Erase: {};
}>;
export const AccountDecision = Data.taggedEnum<AccountDecision>();

const { Erase, Hide, Keep, Show } = AccountDecision;

/**
 * A repeated report changes nothing, except that the source reports the deletion of an account which was hidden because
 * its PDS does not have it: now it can be erased.
 */
const isRepeated = (visibility: AccountVisibility, status: AccountStatus, reportedBy: AccountReporter): boolean => {
  switch (visibility._tag) {
    case "Shown":
      return false;
    case "Hidden":
      return visibility.status === status && !(status === "deleted" && isNews(visibility.reportedBy, reportedBy));
    case "Erased":
      return status === "deleted";
  }
};

const isNews = (before: AccountReporter, now: AccountReporter): boolean => before === "pds" && now === "source";

/** Decides what a reported status changes; null is the status of an active account. */
export const decideStatus = (
  visibility: AccountVisibility,
  status: AccountStatus | null,
  reportedBy: AccountReporter
): AccountDecision => {
  if (status !== null) return isRepeated(visibility, status, reportedBy) ? Keep() : Hide({ status });
  return visibility._tag === "Shown" ? Keep() : Show();
};

const isReportedDeleted = (visibility: AccountVisibility): boolean =>
  visibility._tag === "Hidden" && visibility.status === "deleted" && visibility.reportedBy === "source";

const eraseUnlessErased = (visibility: AccountVisibility): AccountDecision =>
  visibility._tag === "Erased" ? Keep() : Erase();

/**
 * Decides what a finding changes. Records are erased only if the PDS or the PLC directory says that the account is
 * deleted, or if nobody has an account that the source reported as deleted. A missing repository or document alone may
 * be a mistake of a host or of a configuration: the account is hidden.
 */
export const decideFinding = (visibility: AccountVisibility, finding: AccountFinding): AccountDecision => {
  switch (finding._tag) {
    case "Active":
      return decideStatus(visibility, null, "pds");
    case "Inactive":
      return finding.status === "deleted"
        ? eraseUnlessErased(visibility)
        : decideStatus(visibility, finding.status, "pds");
    case "Tombstone":
      return eraseUnlessErased(visibility);
    case "RepositoryNotFound":
    case "DidNotFound":
      return isReportedDeleted(visibility) ? Erase() : decideStatus(visibility, "deleted", "pds");
  }
};

/** Returns the events of a decision that states no number of records. */
export const visibilityEvents = (
  did: Did,
  decision: AccountDecision,
  reportedBy: AccountReporter
): ReadonlyArray<AccountHidden | AccountShown> => {
  switch (decision._tag) {
    case "Hide":
      return [new AccountHidden({ did, status: decision.status, reportedBy })];
    case "Show":
      return [new AccountShown({ did, reportedBy })];
    default:
      return [];
  }
};
