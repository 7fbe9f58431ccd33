import * as Data from "effect/Data";
import * as Schema from "effect/Schema";

/** Why a PDS rejected the session of a call, its DPoP proof or its scope. Nothing was done. */
const SessionReason = Schema.Literal("token-expired", "proof-refused", "scope-missing");

/** Why no call for an account succeeds at its PDS. Nothing was done. */
const AccountReason = Schema.Literal("account-deactivated", "account-taken-down");

/** Why a call was not carried out, by the PDS or before it was sent. Nothing was done. */
const RefusedReason = Schema.Literal("rate-limited", "refused", "address-refused");

/** Why a PDS rejected the content of a write. Nothing was done. */
const WriteRefusedReason = Schema.Literal("invalid-record", "swap-mismatch", "record-not-found");

/**
 * Why a blob was not stored as it was sent: the PDS stored something else, or asked to retry content that cannot be
 * replayed. The PDS deletes a blob that no record names, so it can be uploaded again.
 */
const UploadRefusedReason = Schema.Literal("blob-differs", "not-repeatable");

/** Why a PDS rejected a blob, at the upload or at the write of a record that names it. */
const BlobReason = Schema.Literal("blob-not-found", "blob-too-large");

/** Why there was no valid response, so that it is unknown whether the PDS acted. */
export const AmbiguousReason = Schema.Literal(
  "unreachable",
  "timeout",
  "server-error",
  "malformed",
  "not-xrpc",
  "too-large",
  "redirected"
);
export type AmbiguousReason = typeof AmbiguousReason.Type;

/** Every reason why a call to the repository of an account can fail. */
export const RepositoryFailureReason = Schema.Literal(
  ...SessionReason.literals,
  ...AccountReason.literals,
  ...RefusedReason.literals,
  ...WriteRefusedReason.literals,
  ...UploadRefusedReason.literals,
  ...BlobReason.literals,
  ...AmbiguousReason.literals
);
export type RepositoryFailureReason = typeof RepositoryFailureReason.Type;

/** Why a read without credentials can fail. */
export type ReadFailureReason = typeof AccountReason.Type | typeof RefusedReason.Type | AmbiguousReason;

/** Why any call with the session of an account can fail. */
type SessionFailureReason = ReadFailureReason | typeof SessionReason.Type;

/** Why a write can fail, alone or in a batch. */
export type WriteFailureReason = SessionFailureReason | typeof WriteRefusedReason.Type | typeof BlobReason.Type;

/** Why an upload can fail. */
export type UploadFailureReason = SessionFailureReason | typeof UploadRefusedReason.Type | typeof BlobReason.Type;

/**
 * Whether the PDS may have carried out a call that failed for a reason. A write whose outcome is open must never be
 * recorded as rejected, so every decision about it reads this table. Its type ties it to `AmbiguousReason`.
 */
export const mayHaveActed: {
  readonly [Reason in RepositoryFailureReason]: Reason extends AmbiguousReason ? true : false;
} = {
  "token-expired": false,
  "proof-refused": false,
  "scope-missing": false,
  "account-deactivated": false,
  "account-taken-down": false,
  "rate-limited": false,
  refused: false,
  "address-refused": false,
  "invalid-record": false,
  "blob-not-found": false,
  "swap-mismatch": false,
  "record-not-found": false,
  "blob-too-large": false,
  "blob-differs": false,
  "not-repeatable": false,
  unreachable: true,
  timeout: true,
  "server-error": true,
  malformed: true,
  "not-xrpc": true,
  "too-large": true,
  redirected: true
};

/** Whether it is unknown if the PDS acted, according to `mayHaveActed`. */
export const isAmbiguous = (reason: RepositoryFailureReason): reason is AmbiguousReason => mayHaveActed[reason];

/**
 * A call to a PDS failed. `mayHaveActed` says for each reason whether the PDS may have carried it out. `retryAfter` is
 * in seconds. `detail` is the PDS's own sentence about the caller's input, up to 300 characters, or null. The class is
 * generic, which a `Schema.TaggedError` cannot be, so that each method of the port names its possible reasons.
 */
export class RepositoryFailure<out Reason extends RepositoryFailureReason> extends Data.TaggedError(
  "RepositoryFailure"
)<{
  readonly reason: Reason;
  readonly status: number | null;
  readonly detail: string | null;
  readonly retryAfter: number | null;
}> {
  override get message(): string {
    return `The request to the PDS failed (${this.reason}${this.status === null ? "" : `, status ${this.status}`})`;
  }
}
