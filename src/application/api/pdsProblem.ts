import { endSentence } from "../../domain/authorization/EndReason.ts";
import {
  type AmbiguousReason,
  isAmbiguous,
  type RepositoryFailure,
  type RepositoryFailureReason
} from "../../domain/record/RepositoryFailure.ts";
import type { MissingScope } from "../records/refusals.ts";
import type { SessionNotRefreshed, SessionOver } from "../session/SessionOver.ts";
import { type Problem, problem } from "./Problem.ts";

/** What was asked of the PDS, which decides what is to be done when it did not answer. */
export type Asked = "write" | "upload";

/** Everything for which a PDS is not asked, or does not do what it is asked. */
export type PdsFailure = MissingScope | SessionOver | SessionNotRefreshed | RepositoryFailure<RepositoryFailureReason>;

const signInAgain = { reason: "reauthenticate" };

/** After no answer: a write may have happened, while a blob that no record names is forgotten by the PDS. */
const whatNow: Record<Asked, string> = {
  write:
    "It is not known yet whether it wrote. Do not simply send it again: repeat it with the same Idempotency-Key, or look first.",
  upload: "Upload the blob again."
};

type Text = readonly [code: string, message: string];

/** What is certain to have had no effect, or is about what was sent. */
const refused: Readonly<Record<Exclude<RepositoryFailureReason, AmbiguousReason>, Text>> = {
  "token-expired": ["UNAUTHENTICATED", "The personal data server no longer accepts this session. Sign in again."],
  "proof-refused": [
    "PDS_PROOF_REFUSED",
    "The personal data server does not accept the service's DPoP proofs; one of the two clocks may be wrong. Try again later."
  ],
  "scope-missing": [
    "FORBIDDEN",
    "The person did not grant this at the personal data server. Ask for it in a new login."
  ],
  "account-deactivated": [
    "ACCOUNT_DEACTIVATED",
    "The account is deactivated at its personal data server. Only the person can activate it again, there."
  ],
  "account-taken-down": [
    "ACCOUNT_TAKEN_DOWN",
    "The account is suspended or taken down by its personal data server. Only who runs that server can change it."
  ],
  "invalid-record": ["PDS_REJECTED", "The personal data server does not accept the record."],
  "blob-not-found": [
    "BLOB_NOT_FOUND",
    "The record names a blob that the personal data server does not have. Upload it first."
  ],
  "blob-too-large": ["BLOB_TOO_LARGE", "The blob is larger than the personal data server takes."],
  "blob-differs": [
    "BLOB_DIFFERS",
    "The personal data server stored something else than what was sent. Do not use it; upload the blob again."
  ],
  "not-repeatable": [
    "UPLOAD_AGAIN",
    "The personal data server asked for the request once more, which a stream cannot be. Upload the blob again."
  ],
  "swap-mismatch": ["SWAP_MISMATCH", "The record was changed in between: it no longer has the CID of swapCid."],
  "record-not-found": ["NOT_FOUND", "There is no such record."],
  "rate-limited": ["RATE_LIMITED", "The personal data server asks to come back later; nothing was written."],
  refused: ["PDS_REJECTED", "The personal data server refused."],
  "address-refused": [
    "PDS_ADDRESS_REFUSED",
    "The address of the personal data server is not a public one, so that it was not asked. The person must correct it."
  ]
};

/** What leaves it open whether the PDS acted; a sentence about that follows. */
const unanswered: Readonly<Record<AmbiguousReason, Text>> = {
  unreachable: ["PDS_UNREACHABLE", "The personal data server cannot be reached."],
  timeout: ["PDS_TIMEOUT", "The personal data server did not answer in time."],
  "server-error": ["PDS_ERROR", "The personal data server has a problem of its own."],
  malformed: ["PDS_INVALID_ANSWER", "The personal data server gave an invalid answer."],
  "not-xrpc": [
    "PDS_NOT_XRPC",
    "Something else answered in the place of the personal data server, such as a proxy with a web page."
  ],
  "too-large": ["PDS_ANSWER_TOO_LARGE", "The answer of the personal data server was larger than such answers are."],
  redirected: ["PDS_REDIRECTED", "The personal data server answered with a redirect, which is not followed."]
};

const textOf = (reason: RepositoryFailureReason, asked: Asked): Text => {
  if (!isAmbiguous(reason)) return refused[reason];
  const [code, message] = unanswered[reason];
  return [code, `${message} ${whatNow[asked]}`];
};

const ofRepository = (
  { detail, reason, retryAfter }: RepositoryFailure<RepositoryFailureReason>,
  asked: Asked
): Problem => {
  const [code, message] = textOf(reason, asked);
  return problem(code, detail === null ? message : `${message} It says: ${detail}`, {
    ...(code === "UNAUTHENTICATED" && signInAgain),
    ...(asked === "write" && isAmbiguous(reason) && { outcome: "unknown" }),
    ...(retryAfter !== null && { retryAfter })
  });
};

/** What an app is told of somebody who was logged out. */
export const loggedOut = (cause: SessionOver["reason"]): Problem => {
  const sentence = cause === "authorization-ended" ? "The sign-in is over." : endSentence[cause];
  const code = cause === "account-moved" ? "ACCOUNT_MOVED" : "UNAUTHENTICATED";
  return problem(code, `${sentence} Sign in again.`, { ...signInAgain, cause });
};

/** What an app is told of a PDS that was not asked, or did not do what it was asked. */
export const pdsProblem = (failure: PdsFailure, asked: Asked): Problem => {
  switch (failure._tag) {
    case "MissingScope":
      return problem("FORBIDDEN", `This needs the scope ${failure.scope}.`, { scope: failure.scope });
    case "SessionOver":
      return loggedOut(failure.reason);
    case "SessionNotRefreshed":
      return problem(
        "SESSION_NOT_REFRESHED",
        "The session could not be renewed at the personal data server, so that nothing was sent. Try again in a moment.",
        { cause: failure.reason }
      );
    case "RepositoryFailure":
      return ofRepository(failure, asked);
  }
};
