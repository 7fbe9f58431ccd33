import type { WriteOutcomeUnknown, WriteRejection } from "../../domain/record/RecordWriteEvent.ts";
import type { RepositoryFailure } from "../../domain/record/Repository.ts";
import type { SessionNotRefreshed, SessionOver } from "../session/SessionOver.ts";

/** Everything for which a write is not confirmed, after it was requested. */
export type WriteFailure = RepositoryFailure | SessionOver | SessionNotRefreshed;

const rejections: Partial<Record<RepositoryFailure["reason"], WriteRejection>> = {
  "invalid-record": "invalid-record",
  "blob-not-found": "blob-not-found",
  "swap-mismatch": "swap-mismatch",
  "record-not-found": "record-not-found",
  "scope-missing": "scope-missing",
  "account-deactivated": "account-deactivated",
  "account-taken-down": "account-taken-down",
  "proof-refused": "proof-refused",
  "rate-limited": "rate-limited",
  "token-expired": "session-ended",
  "session-refused": "session-ended",
  "blob-too-large": "refused",
  "address-refused": "address-refused",
  refused: "refused"
};

const unknowns: Partial<Record<RepositoryFailure["reason"], WriteOutcomeUnknown["reason"]>> = {
  unreachable: "unreachable",
  timeout: "timeout",
  "server-error": "server-error",
  malformed: "malformed",
  "not-xrpc": "not-xrpc",
  "too-large": "too-large",
  redirected: "redirected"
};

/** What a failure says of a write: that it was rejected, or nothing. */
export type FailedOutcome =
  | { readonly _tag: "Rejected"; readonly reason: WriteRejection }
  | { readonly _tag: "Unknown"; readonly reason: WriteOutcomeUnknown["reason"] };

const rejected = (reason: WriteRejection): FailedOutcome => ({ _tag: "Rejected", reason });

export const failedOutcome = (failure: WriteFailure): FailedOutcome => {
  if (failure._tag === "SessionOver") return rejected("session-ended");
  if (failure._tag === "SessionNotRefreshed") return rejected("not-sent");
  const unknown = unknowns[failure.reason];
  return unknown === undefined
    ? rejected(rejections[failure.reason] ?? "refused")
    : { _tag: "Unknown", reason: unknown };
};

/** Whether the PDS itself said that it failed, so that nothing of the request is under way any more. */
export const isOver = (failure: WriteFailure): boolean =>
  failure._tag === "RepositoryFailure" && failure.reason === "server-error" && failure.status === 500;
