import * as Schema from "effect/Schema";
import { PersonalDid } from "../../personal/personal.ts";
import { RepositoryFailureReason } from "../RepositoryFailure.ts";

/** Why the service does not accept a blob. `incomplete`: the sender disconnected before the blob had arrived. */
export const BlobRefusedReason = Schema.Literal("mime-type", "empty", "above-limit", "incomplete");

/**
 * Why a blob was not stored, as a code. It includes every reason of a failed call to a repository, since the log may
 * hold it. `session-refused` occurs only in events of older versions.
 */
const UploadRejection = Schema.Literal(
  ...BlobRefusedReason.literals,
  "session-ended",
  "session-not-refreshed",
  "session-refused",
  ...RepositoryFailureReason.literals
);

/** The upload of a blob started, but the PDS did not store it, or did not report that it did. */
export class BlobUploadFailed extends Schema.TaggedClass<BlobUploadFailed>()("BlobUploadFailed.v1", {
  writeId: Schema.String,
  authorizationId: Schema.String,
  clientId: Schema.String,
  did: PersonalDid,
  mimeType: Schema.String,
  reason: UploadRejection
}) {}
