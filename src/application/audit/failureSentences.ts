import type { CodeRefused } from "../../domain/authorization/AuthorizationEvent.ts";
import type { BlobUploadFailed } from "../../domain/record/blob/BlobUploadFailed.ts";
import type { WriteOutcomeUnknown, WriteRejection } from "../../domain/record/write/RecordWriteEvent.ts";
import type { RefreshFailure, RevocationFailure } from "../../domain/session/SessionEvent.ts";
import type { BackfillFailureReason } from "../../domain/sync/backfill/BackfillFailure.ts";

type Sentences<Reason extends string> = Readonly<Record<Reason, string>>;

const noResponse = {
  unreachable: "The personal data server could not be reached.",
  timeout: "The personal data server did not answer in time.",
  "server-error": "The personal data server answered that it has a problem.",
  malformed: "The personal data server gave an answer that cannot be understood.",
  "rate-limited": "The personal data server asks to come back later."
} as const;

const malformedResponse = {
  "not-xrpc": "What answered at the address of the personal data server is no personal data server.",
  "too-large": "The answer of the personal data server was larger than any that is valid.",
  redirected: "The personal data server sent the request on to another address, which is not followed."
} as const;

const account = {
  "account-deactivated": "The account is deactivated at its personal data server.",
  "account-taken-down": "The account was taken down by its personal data server."
} as const;

const addressRefused = "The address of the personal data server is not one that this service may ask.";

/** Why a code was refused. */
export const codeSentences: Sentences<CodeRefused["reason"]> = {
  "client-mismatch": "It was presented by another app than it was given to.",
  "redirect-uri-mismatch": "It came with another redirect URI than the sign-in was asked for with.",
  "verifier-mismatch": "It came with a PKCE verifier that does not belong to the sign-in.",
  "key-mismatch": "It came with another DPoP key than the sign-in was asked for with.",
  expired: "It was presented too late: a code is good for a minute."
};

/** Why a session was not refreshed. After the first four it is unknown whether the PDS acted. */
export const refreshSentences: Sentences<RefreshFailure> = {
  ...noResponse,
  "client-refused": "The personal data server does not accept this service as a client."
};

/** Why a session could not be revoked at its PDS. */
export const revocationSentences: Sentences<RevocationFailure> = {
  ...noResponse,
  "client-refused": "The personal data server does not accept this service as a client.",
  "client-key-retired": "The service no longer has the key that the session was opened with.",
  "no-endpoint": "The personal data server has no address at which it could be told.",
  "secrets-missing": "The service no longer has the tokens of the session, or cannot open them."
};

const refusedWrite = {
  "invalid-record": "The personal data server found the record not valid.",
  "blob-not-found": "The record names a file that the personal data server does not have.",
  "swap-mismatch": "Somebody else had changed the record, or the repository, in the meantime.",
  "record-not-found": "There is no such record.",
  "scope-missing": "The person did not allow this to the service.",
  "session-ended": "The session at the personal data server is over: the person has to sign in again.",
  ...account,
  "proof-refused": "The personal data server did not accept the proof of the session's key.",
  "address-refused": addressRefused,
  "rate-limited": noResponse["rate-limited"],
  refused: "The personal data server refused it, for a reason that it did not name in a known way."
} as const;

/** Why a record was not written. */
export const writeSentences: Sentences<WriteRejection> = {
  ...refusedWrite,
  "account-inactive": "The account is not active at its personal data server.",
  "not-sent": "Nothing was sent, since the session at the personal data server could not be renewed.",
  "record-exists": "The personal data server has another record at this address.",
  "not-there":
    "Asked later, the personal data server did not have it: it never wrote it, or somebody changed it meanwhile."
};

/** Why it is unknown whether a record was written. */
export const unknownOutcomeSentences: Sentences<WriteOutcomeUnknown["reason"]> = {
  unreachable: noResponse.unreachable,
  timeout: noResponse.timeout,
  "server-error": noResponse["server-error"],
  malformed: noResponse.malformed,
  ...malformedResponse
};

/** Why a file was not uploaded. */
export const uploadSentences: Sentences<BlobUploadFailed["reason"]> = {
  ...noResponse,
  ...malformedResponse,
  ...refusedWrite,
  "mime-type": "Its media type is none.",
  empty: "It was empty.",
  "above-limit": "It was larger than this service takes.",
  incomplete: "Who sent it went away before it was whole.",
  "session-not-refreshed": "The session at the personal data server could not be renewed.",
  "token-expired": "The personal data server found the token of the session expired.",
  "session-refused": "The personal data server did not accept the session.",
  "blob-too-large": "It was larger than the personal data server takes.",
  "blob-differs": "The personal data server stored something else than it was sent.",
  "not-repeatable": "It would have had to be sent a second time, and was gone by then."
};

/** Why the records of an account could not be indexed. */
export const backfillSentences: Sentences<BackfillFailureReason> = {
  ...noResponse,
  ...account,
  "identity-unresolvable": "The account cannot be looked up, or names no personal data server.",
  "no-signing-key": "The account names no key that its repository is signed with.",
  "repository-not-found": "The personal data server has no repository of the account.",
  refused: "The personal data server refused to give the repository.",
  "address-refused": addressRefused,
  redirected: malformedResponse.redirected,
  "too-large": "The repository is larger than this service takes.",
  "no-temporary-space": "There was no room on this machine for the repository.",
  "car-malformed": "The repository was not given in the form that it has to have.",
  "car-truncated": "The connection was lost before the repository was whole.",
  "too-many-blocks": "The repository has more parts than this service takes.",
  "block-mismatch": "A part of the repository is not what its name says.",
  "block-missing": "A part of the repository was not given.",
  "commit-malformed": "The commit of the repository cannot be understood.",
  "did-mismatch": "The repository that was given is that of another account.",
  "signature-invalid": "The repository is not signed by the key that the account names.",
  "rev-in-future": "The repository says that it is of a time that has not come.",
  "rev-went-back": "The repository is older than the one that was indexed before.",
  "tree-malformed": "The repository is not in the order that it has to have."
};
