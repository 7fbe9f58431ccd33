import * as Schema from "effect/Schema";
import { Did } from "../../atproto/Did.ts";
import { RepositoryFailureReason } from "../RepositoryFailure.ts";

/** Why the service does not accept a blob. After `incomplete` the sender was gone before the blob had arrived. */
export const BlobRefusedReason = Schema.Literal("mime-type", "empty", "above-limit", "incomplete");

/**
 * Why a blob was not stored, as a code. Every reason that a call to a repository knows is here, since the log may hold it;
 * `session-refused` is recorded only in events of older versions.
 */
export const UploadRejection = Schema.Literal(
  ...BlobRefusedReason.literals,
  "session-ended",
  "session-not-refreshed",
  "session-refused",
  ...RepositoryFailureReason.literals
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
