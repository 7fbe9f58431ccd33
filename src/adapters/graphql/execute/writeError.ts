import type { InvalidRecord, MissingScope } from "../../../application/records/refusals.ts";
import type { SessionNotRefreshed, SessionOver } from "../../../application/session/SessionOver.ts";
import type { EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import type { RecordKeyRejected } from "../../../domain/lexicon/recordKeyFor.ts";
import type { RecordIndexUnavailable } from "../../../domain/record/RecordIndex.ts";
import type { RepositoryFailure } from "../../../domain/record/Repository.ts";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { type ApiError, apiError } from "./ApiError.ts";

export type WriteError =
  | MissingScope
  | InvalidRecord
  | RecordKeyRejected
  | SessionOver
  | SessionNotRefreshed
  | RepositoryFailure
  | EventLogUnavailable
  | StorageUnavailable
  | RecordIndexUnavailable;

const unknownOutcome = "It is not known yet whether it wrote: look before you write again.";

const repositoryErrors: Record<RepositoryFailure["reason"], readonly [code: string, message: string]> = {
  "token-expired": ["UNAUTHENTICATED", "The personal data server no longer accepts this session. Sign in again."],
  "session-refused": ["UNAUTHENTICATED", "The personal data server no longer accepts this session. Sign in again."],
  "scope-missing": ["FORBIDDEN", "The person did not grant this at the personal data server."],
  "account-inactive": ["ACCOUNT_INACTIVE", "The account is deactivated or taken down at its personal data server."],
  "invalid-record": ["PDS_REJECTED", "The personal data server does not accept the record."],
  "blob-not-found": ["BLOB_NOT_FOUND", "The record names a blob that was not uploaded. Upload it first."],
  "blob-too-large": ["BLOB_TOO_LARGE", "The blob is larger than the personal data server takes."],
  "swap-mismatch": ["SWAP_MISMATCH", "The record was changed in between: it no longer has the CID of swapCid."],
  "record-not-found": ["NOT_FOUND", "There is no such record."],
  "rate-limited": ["RATE_LIMITED", "The personal data server asks to come back later."],
  refused: ["PDS_REJECTED", "The personal data server refused."],
  "address-refused": ["PDS_UNREACHABLE", "The address of the personal data server is not allowed."],
  unreachable: ["PDS_UNREACHABLE", `The personal data server cannot be reached. ${unknownOutcome}`],
  timeout: ["PDS_TIMEOUT", `The personal data server did not answer in time. ${unknownOutcome}`],
  "server-error": ["PDS_ERROR", `The personal data server has a problem. ${unknownOutcome}`],
  malformed: ["PDS_ERROR", `The personal data server gave an invalid answer. ${unknownOutcome}`]
};

const repositoryError = ({ reason, detail, retryAfter }: RepositoryFailure): ApiError => {
  const [code, message] = repositoryErrors[reason];
  return apiError(code, detail === null ? message : `${message} It says: ${detail}`, {
    ...(code === "UNAUTHENTICATED" && { reason: "reauthenticate" }),
    ...(retryAfter !== null && { retryAfter })
  });
};

const unavailable = apiError("UNAVAILABLE", "The service cannot reach its database right now; try again in a moment.");

/** What who writes is told of a write that failed: a code for programs, a sentence for people. */
export const writeError = (error: WriteError): ApiError => {
  switch (error._tag) {
    case "MissingScope":
      return apiError("FORBIDDEN", `This needs the scope ${error.scope}.`, { scope: error.scope });
    case "InvalidRecord":
      return apiError("BAD_USER_INPUT", error.message, { problems: error.problems });
    case "RecordKeyRejected":
      return apiError("BAD_USER_INPUT", `${error.message}.`);
    case "SessionOver":
      return apiError("UNAUTHENTICATED", "The session at the personal data server is over. Sign in again.", {
        reason: "reauthenticate",
        cause: error.reason
      });
    case "SessionNotRefreshed":
      return apiError(
        "PDS_UNREACHABLE",
        "The session could not be renewed at the personal data server; nothing was written.",
        {
          cause: error.reason
        }
      );
    case "RepositoryFailure":
      return repositoryError(error);
    case "EventLogUnavailable":
    case "StorageUnavailable":
    case "RecordIndexUnavailable":
      return unavailable;
  }
};
