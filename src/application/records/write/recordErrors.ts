import * as Schema from "effect/Schema";
import { AtUri } from "../../../domain/atproto/AtUri.ts";
import { BlobRefusedReason } from "../../../domain/record/blob/BlobUploadFailed.ts";
import { WriteRejection } from "../../../domain/record/write/RecordWriteEvent.ts";

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

/** What the PDS has at an address, or has not, makes a write impossible. `place` counts within a batch, from 0. */
export class WriteImpossible extends Schema.TaggedError<WriteImpossible>()("WriteImpossible", {
  reason: Schema.Literal("record-exists", "record-not-found"),
  uri: AtUri,
  place: Schema.Int
}) {}

/**
 * The write has an outcome, or will have, that cannot be told now: the first request with its key is still under way,
 * or the PDS answered and it could not be written down. `retryAfter` in seconds.
 */
export class WriteInDoubt extends Schema.TaggedError<WriteInDoubt>()("WriteInDoubt", {
  reason: Schema.Literal("in-progress", "not-recorded"),
  retryAfter: Schema.Number
}) {}

/** An idempotency key that came with another request before, within the time that it stands for that one. */
export class KeyReused extends Schema.TaggedError<KeyReused>()("KeyReused", {}) {}

/** The first request with this key was refused, and is not tried again. */
export class PreviouslyRejected extends Schema.TaggedError<PreviouslyRejected>()("PreviouslyRejected", {
  reason: WriteRejection
}) {}
