import { type Problem, problem } from "../../../application/api/Problem.ts";
import type { PdsFailure } from "../../../application/records/PdsFailure.ts";
import {
  type AmbiguousReason,
  isAmbiguous,
  type RepositoryFailure,
  type RepositoryFailureReason
} from "../../../domain/record/RepositoryFailure.ts";
import { reauthenticate, sessionEnded } from "./sessionEnded.ts";

/** What was requested of the PDS, which decides what to do when its outcome is not known. */
export type Requested = "write" | "upload";

/** After no valid response a write may have happened, while the PDS forgets a blob that no record names. */
const whatNow: Readonly<Record<Requested, string>> = {
  write:
    "The outcome of the write is not known yet. Do not retry without the same Idempotency-Key, or read the record first.",
  upload: "Upload the blob again."
};

type Text = readonly [code: string, message: string];

/** The failures that are certain to have had no effect, or concern the request itself. */
const refused: Readonly<Record<Exclude<RepositoryFailureReason, AmbiguousReason>, Text>> = {
  "token-expired": ["UNAUTHENTICATED", "The PDS no longer accepts this session. Sign in again."],
  "proof-refused": [
    "PDS_PROOF_REFUSED",
    "The PDS rejects the service's DPoP proofs, possibly because one of the two clocks is wrong. Try again later."
  ],
  "scope-missing": ["FORBIDDEN", "The user did not grant this permission at the PDS. Request it in a new login."],
  "account-deactivated": [
    "ACCOUNT_DEACTIVATED",
    "The account is deactivated at its PDS. Only the account holder can reactivate it there."
  ],
  "account-taken-down": [
    "ACCOUNT_TAKEN_DOWN",
    "The account is suspended or taken down by its PDS. Only the operator of that server can lift this."
  ],
  "invalid-record": ["PDS_REJECTED", "The PDS rejected the record as invalid."],
  "blob-not-found": ["BLOB_NOT_FOUND", "The record names a blob that the PDS does not have. Upload the blob first."],
  "blob-too-large": ["BLOB_TOO_LARGE", "The blob is larger than the PDS accepts."],
  "blob-differs": ["BLOB_DIFFERS", "The PDS stored other content than was sent. Do not use it; upload the blob again."],
  "not-repeatable": [
    "UPLOAD_AGAIN",
    "The PDS asked for the request to be repeated, but a streamed upload cannot be replayed. Upload the blob again."
  ],
  "swap-mismatch": ["SWAP_MISMATCH", "The record has been changed: its CID is no longer the one in swapCid."],
  "record-not-found": ["NOT_FOUND", "The record does not exist."],
  "rate-limited": ["RATE_LIMITED", "The PDS limits the rate of requests, and nothing was written. Try again later."],
  refused: ["PDS_REJECTED", "The PDS rejected the request."],
  "address-refused": [
    "PDS_ADDRESS_REFUSED",
    "The address of the PDS is not a public address, so it was not contacted. The account holder must correct it."
  ]
};

/** The failures after which the PDS may have acted; a sentence about that follows. */
const ambiguous: Readonly<Record<AmbiguousReason, Text>> = {
  unreachable: ["PDS_UNREACHABLE", "The PDS cannot be reached."],
  timeout: ["PDS_TIMEOUT", "The PDS did not respond in time."],
  "server-error": ["PDS_ERROR", "The PDS reported an internal error."],
  malformed: ["PDS_INVALID_ANSWER", "The PDS returned an invalid response."],
  "not-xrpc": [
    "PDS_NOT_XRPC",
    "The response did not come from a PDS, but from something in its place, such as a proxy with a web page."
  ],
  "too-large": ["PDS_ANSWER_TOO_LARGE", "The PDS response exceeded the size limit."],
  redirected: ["PDS_REDIRECTED", "The PDS responded with a redirect, which is not followed."]
};

const textOf = (reason: RepositoryFailureReason, requested: Requested): Text => {
  if (!isAmbiguous(reason)) return refused[reason];
  const [code, message] = ambiguous[reason];
  return [code, `${message} ${whatNow[requested]}`];
};

const ofRepository = (
  { detail, reason, retryAfter }: RepositoryFailure<RepositoryFailureReason>,
  requested: Requested
): Problem => {
  const [code, message] = textOf(reason, requested);
  return problem(code, detail === null ? message : `${message} The PDS reports: ${detail}`, {
    ...(code === "UNAUTHENTICATED" && reauthenticate),
    ...(requested === "write" && isAmbiguous(reason) && { outcome: "unknown" }),
    ...(retryAfter !== null && { retryAfter })
  });
};

/** Describes a PDS that was not called, or did not do what was requested, to an app. */
export const pdsProblem = (failure: PdsFailure, requested: Requested): Problem => {
  switch (failure._tag) {
    case "MissingScope":
      return problem("FORBIDDEN", `This requires the scope ${failure.scope}.`, { scope: failure.scope });
    case "SessionTerminated":
      return sessionEnded(failure.reason);
    case "SessionNotRefreshed":
      return problem(
        "SESSION_NOT_REFRESHED",
        "The session could not be renewed at the PDS, so nothing was sent. Try again in a moment.",
        { cause: failure.reason }
      );
    case "RepositoryFailure":
      return ofRepository(failure, requested);
  }
};
