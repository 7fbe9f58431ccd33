import * as Schema from "effect/Schema";
import { BlobRefusedReason } from "../../../domain/record/blob/BlobUploadFailed.ts";

/** A write that was refused before anything was sent: what the scope lacks. */
export class MissingScope extends Schema.TaggedError<MissingScope>()("MissingScope", {
  /** The scope value that would permit it. */
  scope: Schema.String
}) {}

/** A record that its Lexicon does not allow, with every problem and where it is. Nothing was sent. */
export class InvalidRecord extends Schema.TaggedError<InvalidRecord>()("InvalidRecord", {
  problems: Schema.Array(Schema.Struct({ path: Schema.String, reason: Schema.String }))
}) {
  override get message(): string {
    return this.problems.map(({ path, reason }) => (path === "" ? reason : `${path} ${reason}`)).join("; ");
  }
}

/** A collection that no Lexicon of this instance describes. */
export class UnknownCollection extends Schema.TaggedError<UnknownCollection>()("UnknownCollection", {
  collection: Schema.String
}) {}

/**
 * A blob that is not accepted: `mime-type` when its media type is not one, `empty` and `above-limit` (more than `limit`
 * bytes) for its size, `incomplete` when it stopped arriving.
 */
export class BlobRefused extends Schema.TaggedError<BlobRefused>()("BlobRefused", {
  reason: BlobRefusedReason,
  /** In bytes; null where it is not known. */
  size: Schema.NullOr(Schema.Number),
  limit: Schema.Number
}) {}
