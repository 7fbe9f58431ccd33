import * as Schema from "effect/Schema";
import { AtUri } from "../../../domain/atproto/AtUri.ts";
import { BlobRefusedReason } from "../../../domain/record/blob/BlobUploadFailed.ts";
import { WriteRejection } from "../../../domain/record/write/RecordWriteEvent.ts";

/** A write that was rejected before anything was sent, since the scope does not permit it. */
export class MissingScope extends Schema.TaggedError<MissingScope>()("MissingScope", {
  /** The scope value that would permit it. */
  scope: Schema.String
}) {}

/** A record that its Lexicon does not allow, with every problem and its path. Nothing was sent. */
export class InvalidRecord extends Schema.TaggedError<InvalidRecord>()("InvalidRecord", {
  problems: Schema.Array(Schema.Struct({ path: Schema.String, reason: Schema.String }))
}) {
  override get message(): string {
    return this.problems.map(({ path, reason }) => (path === "" ? reason : `${path} ${reason}`)).join("; ");
  }
}

/**
 * A blob that is not accepted: `mime-type` for an invalid media type, `empty` and `above-limit` (more than `limit`
 * bytes) for its size, `incomplete` when it stopped arriving.
 */
export class BlobRefused extends Schema.TaggedError<BlobRefused>()("BlobRefused", {
  reason: BlobRefusedReason,
  /** In bytes; null where unknown. */
  size: Schema.NullOr(Schema.Number),
  limit: Schema.Number
}) {}

/** A record at the address, or its absence, makes a write impossible. `place` is the index within a batch, from 0. */
export class WriteImpossible extends Schema.TaggedError<WriteImpossible>()("WriteImpossible", {
  reason: Schema.Literal("record-exists", "record-not-found"),
  uri: AtUri,
  place: Schema.Int
}) {}

/**
 * The outcome of a write cannot be reported yet: the first request with its key is still in progress, or the PDS
 * responded and the outcome could not be recorded. `retryAfter` in seconds.
 */
export class WriteInDoubt extends Schema.TaggedError<WriteInDoubt>()("WriteInDoubt", {
  reason: Schema.Literal("in-progress", "not-recorded"),
  retryAfter: Schema.Number
}) {}

/** An idempotency key that was used with another request before, within the time it belongs to that one. */
export class KeyReused extends Schema.TaggedError<KeyReused>()("KeyReused", {}) {}

/** The first request with this key was rejected, and is not retried. */
export class PreviouslyRejected extends Schema.TaggedError<PreviouslyRejected>()("PreviouslyRejected", {
  reason: WriteRejection
}) {}
