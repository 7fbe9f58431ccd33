import {
  type AmbiguousReason,
  isAmbiguous,
  type RepositoryFailure,
  type WriteFailureReason
} from "../../../domain/record/RepositoryFailure.ts";
import type { WriteRejection } from "../../../domain/record/write/RecordWriteEvent.ts";
import type { SessionNotRefreshed, SessionTerminated } from "../../sessions/SessionTerminated.ts";

/** Why a write was not confirmed after it was requested. */
export type WriteFailure = RepositoryFailure<WriteFailureReason> | SessionTerminated | SessionNotRefreshed;

/** How each conclusive failure is recorded. */
const rejections: Readonly<Record<Exclude<WriteFailureReason, AmbiguousReason>, WriteRejection>> = {
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
  "address-refused": "address-refused",
  refused: "refused",
  "blob-too-large": "refused"
};

/** How a failed write is recorded: as rejected, or as having an unknown outcome. */
type FailedOutcome =
  | { readonly _tag: "Rejected"; readonly reason: WriteRejection }
  | { readonly _tag: "Unknown"; readonly reason: AmbiguousReason };

const rejected = (reason: WriteRejection): FailedOutcome => ({ _tag: "Rejected", reason });

/** Decides how a failed write is recorded; `mayHaveActed` decides whether its outcome is known. */
export const failedOutcome = (failure: WriteFailure): FailedOutcome => {
  if (failure._tag === "SessionTerminated") return rejected("session-ended");
  if (failure._tag === "SessionNotRefreshed") return rejected("not-sent");
  const { reason } = failure;
  return isAmbiguous(reason) ? { _tag: "Unknown", reason } : rejected(rejections[reason]);
};

/** Whether the PDS itself reported that it failed, so that nothing of the request is still running. */
export const isConclusive = (failure: WriteFailure): boolean =>
  failure._tag === "RepositoryFailure" && failure.reason === "server-error" && failure.status === 500;
