import type { CodeRefused } from "../../domain/authorization/AuthorizationEvent.ts";
import type { BlobUploadFailed } from "../../domain/record/blob/BlobUploadFailed.ts";
import type { WriteOutcomeUnknown, WriteRejection } from "../../domain/record/write/RecordWriteEvent.ts";
import type { RefreshFailure, RevocationFailure } from "../../domain/session/SessionEvent.ts";
import type { BackfillFailureReason } from "../../domain/sync/backfill/BackfillFailure.ts";
import type { BackfillAbortReason } from "../../domain/sync/backfill/BackfillJobEvent.ts";
import type { GapReason } from "../../domain/sync/backfill/SyncEvent.ts";
import type { GivenUpReason } from "../../domain/webhook/WebhookEvent.ts";

type Sentences<Reason extends string> = Readonly<Record<Reason, string>>;

const noResponse = {
  unreachable: "The personal data server could not be reached.",
  timeout: "The personal data server did not respond in time.",
  "server-error": "The personal data server reported an internal error.",
  malformed: "The personal data server sent an invalid response.",
  "rate-limited": "The personal data server limits requests. Try again later."
} as const;

const malformedResponse = {
  "not-xrpc": "The address of the personal data server is served by something else.",
  "too-large": "The response of the personal data server exceeded the size limit.",
  redirected: "The personal data server redirected the request, and redirects are not followed."
} as const;

const account = {
  "account-deactivated": "The account is deactivated at its personal data server.",
  "account-taken-down": "The account was taken down by its personal data server."
} as const;

const addressRefused = "The address of the personal data server is not one that this service may contact.";

/** Why a code was refused. */
export const codeSentences: Sentences<CodeRefused["reason"]> = {
  "client-mismatch": "The code was presented by an app it was not issued to.",
  "redirect-uri-mismatch": "The redirect URI differs from the one in the sign-in request.",
  "verifier-mismatch": "The PKCE verifier does not match the sign-in request.",
  "key-mismatch": "The DPoP key differs from the one in the sign-in request.",
  expired: "The code had expired: a code is valid for one minute."
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
  "no-endpoint": "The personal data server has no revocation endpoint.",
  "secrets-missing": "The service no longer has the tokens of the session, or cannot decrypt them."
};

const refusedWrite = {
  "invalid-record": "The personal data server rejected the record as invalid.",
  "blob-not-found": "The record references a file that the personal data server does not have.",
  "swap-mismatch": "The record or the repository was changed in the meantime.",
  "record-not-found": "There is no such record.",
  "scope-missing": "The user did not grant this permission to the service.",
  "session-ended": "The session at the personal data server has ended. The user must sign in again.",
  ...account,
  "proof-refused": "The personal data server did not accept the proof of the session's key.",
  "address-refused": addressRefused,
  "rate-limited": noResponse["rate-limited"],
  refused: "The personal data server refused it with an unknown error."
} as const;

/** Why a record was not written. */
export const writeSentences: Sentences<WriteRejection> = {
  ...refusedWrite,
  "account-inactive": "The account is not active at its personal data server.",
  "not-sent": "Nothing was sent, since the session at the personal data server could not be refreshed.",
  "record-exists": "The personal data server has another record at this address.",
  "not-there":
    "The personal data server did not have the record when checked later: it was never written, or was changed in the meantime."
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
  "mime-type": "Its media type is invalid.",
  empty: "It was empty.",
  "above-limit": "It was larger than this service accepts.",
  incomplete: "The sender disconnected before the upload was complete.",
  "session-not-refreshed": "The session at the personal data server could not be refreshed.",
  "token-expired": "The personal data server rejected the token of the session as expired.",
  "session-refused": "The personal data server did not accept the session.",
  "blob-too-large": "It was larger than the personal data server accepts.",
  "blob-differs": "The personal data server stored something other than what was sent.",
  "not-repeatable": "A retry was needed, but the upload had already been consumed."
};

/** Why the records of an account could not be indexed. */
export const backfillSentences: Sentences<BackfillFailureReason> = {
  ...noResponse,
  ...account,
  "identity-unresolvable": "The account cannot be resolved, or its DID document names no personal data server.",
  "no-signing-key": "The DID document of the account has no signing key.",
  "repository-not-found": "The personal data server has no repository of the account.",
  refused: "The personal data server refused to send the repository.",
  "address-refused": addressRefused,
  redirected: malformedResponse.redirected,
  "too-large": "The repository is larger than this service accepts.",
  "no-temporary-space": "There was not enough disk space for the repository.",
  "car-malformed": "The repository was not sent as a valid CAR file.",
  "car-truncated": "The connection was lost before the repository was complete.",
  "too-many-blocks": "The repository has more blocks than this service accepts.",
  "block-mismatch": "A block of the repository does not match its CID.",
  "block-missing": "A block of the repository is missing.",
  "commit-malformed": "The commit of the repository is malformed.",
  "did-mismatch": "The repository belongs to another account.",
  "signature-invalid": "The repository is not signed with the key in the account's DID document.",
  "rev-in-future": "The revision of the repository is in the future.",
  "rev-went-back": "The repository is older than the one that was indexed before.",
  "tree-malformed": "The tree of the repository is malformed."
};

/** Why repositories are read again. */
export const gapSentences: Sentences<GapReason> = {
  "missed-commits": "A commit arrived that does not follow the last one that was seen.",
  "too-big": "A commit was too big for the stream.",
  "sync-event": "The personal data server stated the revision of the repository without its changes.",
  "block-missing": "A commit arrived without blocks that it needs.",
  "signature-invalid": "A commit arrived that the key of the account did not sign.",
  "operations-invalid": "The operations of a commit do not lead to the tree that the account signed.",
  "commit-malformed": "A commit arrived that cannot be read.",
  "identity-unresolvable": "The identity of the account could not be resolved to verify its signature.",
  "outdated-cursor": "The source no longer has the events that came after the last one that is stored.",
  "future-cursor": "The sequence of the source started over.",
  "no-cursor": "The connection to the source was lost before the first event."
};

/** Why a backfill ended early. */
export const abortSentences: Sentences<BackfillAbortReason> = {
  "relay-unreachable": "The relay that lists the repositories could not be reached.",
  "relay-refused": "The relay refused to list the repositories.",
  "relay-malformed": "The relay sent an invalid list of repositories."
};

/** Why a message of the webhook is not sent again. */
export const givenUpSentences: Sentences<GivenUpReason> = {
  expired: "The receiver did not accept it within three days.",
  gone: "The receiver responded that it is gone for good (HTTP 410)."
};
