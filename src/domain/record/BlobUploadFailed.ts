import * as Schema from "effect/Schema";
import { Did } from "../atproto/Did.ts";

/** Why a blob was not stored, in machine words. After `incomplete` its sender had gone away. */
export const UploadRejection = Schema.Literal(
  "mime-type",
  "empty",
  "above-limit",
  "incomplete",
  "session-ended",
  "session-not-refreshed",
  "token-expired",
  "session-refused",
  "proof-refused",
  "scope-missing",
  "account-deactivated",
  "account-taken-down",
  "invalid-record",
  "blob-not-found",
  "blob-too-large",
  "blob-differs",
  "not-repeatable",
  "swap-mismatch",
  "record-not-found",
  "rate-limited",
  "refused",
  "address-refused",
  "unreachable",
  "timeout",
  "server-error",
  "malformed",
  "not-xrpc",
  "too-large",
  "redirected"
);

/** A blob was on its way to the PDS, and was not stored, or not as far as it said. */
export class BlobUploadFailed extends Schema.TaggedClass<BlobUploadFailed>()("BlobUploadFailed.v1", {
  writeId: Schema.String,
  authorizationId: Schema.String,
  clientId: Schema.String,
  did: Did,
  mimeType: Schema.String,
  reason: UploadRejection
}) {}
