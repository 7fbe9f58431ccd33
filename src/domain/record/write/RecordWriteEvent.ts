import * as Schema from "effect/Schema";
import { AtUri } from "../../atproto/AtUri.ts";
import { Cid } from "../../atproto/Cid.ts";
import { Did } from "../../atproto/Did.ts";
import { AmbiguousReason } from "../RepositoryFailure.ts";

export const WriteAction = Schema.Literal("create", "update", "delete");
export type WriteAction = typeof WriteAction.Type;

/** Why a PDS did not write, in machine words. */
export const WriteRejection = Schema.Literal(
  "invalid-record",
  "blob-not-found",
  "swap-mismatch",
  "record-not-found",
  "scope-missing",
  "session-ended",
  "account-inactive",
  "account-deactivated",
  "account-taken-down",
  "proof-refused",
  "address-refused",
  "rate-limited",
  "refused",
  // Nothing was sent, since the session could not be renewed.
  "not-sent",
  // The PDS has another record at the address.
  "record-exists",
  // Asked later, the PDS does not hold it: it never wrote, or somebody else changed it since.
  "not-there"
);
export type WriteRejection = typeof WriteRejection.Type;

/**
 * A write is about to be sent, once more where it was before; `cid` is what the record will have, null for a delete.
 * The writes of a batch share their `writeId`. `requestHash` stands for the request that an idempotency key came with.
 */
export class WriteRequested extends Schema.TaggedClass<WriteRequested>()("WriteRequested.v1", {
  writeId: Schema.String,
  authorizationId: Schema.String,
  clientId: Schema.String,
  did: Did,
  action: WriteAction,
  uri: AtUri,
  cid: Schema.NullOr(Cid),
  swapCid: Schema.NullOr(Cid),
  requestHash: Schema.optionalWith(Schema.String, { exact: true })
}) {}

/**
 * The PDS wrote. `cid` is null for a delete; `rev` is the commit, where the PDS says it. `found` when it did not answer,
 * and was asked later: `rev` is then a commit that its repository had when it was asked.
 */
export class RecordWritten extends Schema.TaggedClass<RecordWritten>()("RecordWritten.v1", {
  writeId: Schema.String,
  uri: AtUri,
  cid: Schema.NullOr(Cid),
  rev: Schema.NullOr(Schema.String),
  found: Schema.optionalWith(Schema.Literal(true), { exact: true })
}) {}

/** The PDS stored another record than it was sent. What it stored is what counts. */
export class WrittenCidDiffered extends Schema.TaggedClass<WrittenCidDiffered>()("WrittenCidDiffered.v1", {
  writeId: Schema.String,
  uri: AtUri,
  expected: Cid,
  actual: Cid
}) {}

export class WriteRejected extends Schema.TaggedClass<WriteRejected>()("WriteRejected.v1", {
  writeId: Schema.String,
  uri: AtUri,
  reason: WriteRejection
}) {}

/** The PDS did not answer: whether it wrote is not known until it is asked. */
export class WriteOutcomeUnknown extends Schema.TaggedClass<WriteOutcomeUnknown>()("WriteOutcomeUnknown.v1", {
  writeId: Schema.String,
  uri: AtUri,
  reason: AmbiguousReason
}) {}

/** A blob was stored by the PDS for a person. */
export class BlobUploaded extends Schema.TaggedClass<BlobUploaded>()("BlobUploaded.v1", {
  writeId: Schema.String,
  authorizationId: Schema.String,
  clientId: Schema.String,
  did: Did,
  cid: Cid,
  mimeType: Schema.String,
  size: Schema.Int
}) {}

/** What happens to one write on behalf of a person. */
export const RecordWriteEvent = Schema.Union(
  WriteRequested,
  RecordWritten,
  WrittenCidDiffered,
  WriteRejected,
  WriteOutcomeUnknown,
  BlobUploaded
);
export type RecordWriteEvent = typeof RecordWriteEvent.Type;
