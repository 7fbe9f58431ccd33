import * as Data from "effect/Data";
import * as Schema from "effect/Schema";

/** Why a PDS rejected the session, the proof or the account of a call; nothing was done. */
export const SessionReason = Schema.Literal("token-expired", "proof-refused", "scope-missing");

/** Why no call for an account succeeds at its PDS; nothing was done. */
export const AccountReason = Schema.Literal("account-deactivated", "account-taken-down");

/** Why a call was not carried out, by the PDS or before it was sent; nothing was done. */
export const RefusedReason = Schema.Literal("rate-limited", "refused", "address-refused");

/** Why a PDS rejected a write for what it asks; nothing was done. */
export const WriteRefusedReason = Schema.Literal("invalid-record", "swap-mismatch", "record-not-found");

/**
 * Why a blob was not stored as it was sent: the PDS stored something else, or asked for a repetition of what cannot be
 * repeated. The PDS forgets a blob that no record names, so that it can be uploaded again.
 */
export const UploadRefusedReason = Schema.Literal("blob-differs", "not-repeatable");

/** Why a PDS rejected a blob, when it was uploaded or when a record named it. */
export const BlobReason = Schema.Literal("blob-not-found", "blob-too-large");

/** Why no valid response came, so that it is not known whether the PDS acted. */
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

/** Why a call with the session of an account can fail, whatever it is. */
type SessionFailureReason = ReadFailureReason | typeof SessionReason.Type;

/** Why a write can fail, alone or in a batch. */
export type WriteFailureReason = SessionFailureReason | typeof WriteRefusedReason.Type | typeof BlobReason.Type;

/** Why an upload can fail. */
export type UploadFailureReason = SessionFailureReason | typeof UploadRefusedReason.Type | typeof BlobReason.Type;

/**
 * Whether the PDS may have carried out a call that failed for a reason. A write whose outcome is open must never be
 * recorded as rejected, so every place that decides on it reads this table; its type ties it to `AmbiguousReason`.
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

/** Whether a reason leaves it open that the PDS acted (`mayHaveActed`). */
export const isAmbiguous = (reason: RepositoryFailureReason): reason is AmbiguousReason => mayHaveActed[reason];

/**
 * A call to a PDS that failed. `mayHaveActed` says for each reason whether the PDS may have carried it out. `retryAfter` is
 * in seconds. `detail` is the PDS's own sentence about the caller's input, at most 300 characters, or null. It is generic,
 * which a `Schema.TaggedError` cannot be: each method of the port names the reasons that it can have.
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
    return `The PDS did not do what was requested (${this.reason}${this.status === null ? "" : `, status ${this.status}`})`;
  }
}
