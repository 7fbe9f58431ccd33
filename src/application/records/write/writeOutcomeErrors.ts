import * as Schema from "effect/Schema";
import { AtUri } from "../../../domain/atproto/AtUri.ts";
import { WriteRejection } from "../../../domain/record/write/RecordWriteEvent.ts";

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
