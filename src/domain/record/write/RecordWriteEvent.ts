import * as Schema from "effect/Schema";
import { Cid } from "../../atproto/Cid.ts";
import { PersonalDid, PersonalUri } from "../../personal/personal.ts";
import { AmbiguousReason } from "../RepositoryFailure.ts";

export const WriteAction = Schema.Literal("create", "update", "delete");
export type WriteAction = typeof WriteAction.Type;

/** Why a PDS did not write a record, as a code. */
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
  // Nothing was sent, because the session could not be renewed.
  "not-sent",
  // The PDS has another record at the AT URI.
  "record-exists",
  // When queried later, the PDS does not have the record: it never wrote it, or another client changed it since.
  "not-there"
);
export type WriteRejection = typeof WriteRejection.Type;

/**
 * A write is about to be sent, for the first time or again. `cid` is the expected CID of the record, null for a delete.
 * The writes of a batch share their `writeId`. `requestHash` identifies the request that used an idempotency key.
 */
export class WriteRequested extends Schema.TaggedClass<WriteRequested>()("WriteRequested.v1", {
  writeId: Schema.String,
  authorizationId: Schema.String,
  clientId: Schema.String,
  did: PersonalDid,
  action: WriteAction,
  uri: PersonalUri,
  cid: Schema.NullOr(Cid),
  swapCid: Schema.NullOr(Cid),
  requestHash: Schema.optionalWith(Schema.String, { exact: true })
}) {}

/**
 * The PDS wrote a record. `cid` is null for a delete; `rev` is the revision of the commit, or null. `found` means that
 * the PDS did not respond and was queried later: `rev` is then the revision of its repository at that time.
 */
export class RecordWritten extends Schema.TaggedClass<RecordWritten>()("RecordWritten.v1", {
  writeId: Schema.String,
  uri: PersonalUri,
  cid: Schema.NullOr(Cid),
  rev: Schema.NullOr(Schema.String),
  found: Schema.optionalWith(Schema.Literal(true), { exact: true })
}) {}

/** The PDS stored a different record than it was sent. The stored record applies. */
export class WrittenCidDiffered extends Schema.TaggedClass<WrittenCidDiffered>()("WrittenCidDiffered.v1", {
  writeId: Schema.String,
  uri: PersonalUri,
  expected: Cid,
  actual: Cid
}) {}

export class WriteRejected extends Schema.TaggedClass<WriteRejected>()("WriteRejected.v1", {
  writeId: Schema.String,
  uri: PersonalUri,
  reason: WriteRejection
}) {}

/** The PDS did not respond. Whether it wrote the record is unknown until it is queried. */
export class WriteOutcomeUnknown extends Schema.TaggedClass<WriteOutcomeUnknown>()("WriteOutcomeUnknown.v1", {
  writeId: Schema.String,
  uri: PersonalUri,
  reason: AmbiguousReason
}) {}

/** The PDS of a user stored a blob. */
export class BlobUploaded extends Schema.TaggedClass<BlobUploaded>()("BlobUploaded.v1", {
  writeId: Schema.String,
  authorizationId: Schema.String,
  clientId: Schema.String,
  did: PersonalDid,
  cid: Cid,
  mimeType: Schema.String,
  size: Schema.Int
}) {}

/** The events of one write on behalf of a user. */
export const RecordWriteEvent = Schema.Union(
  WriteRequested,
  RecordWritten,
  WrittenCidDiffered,
  WriteRejected,
  WriteOutcomeUnknown,
  BlobUploaded
);
export type RecordWriteEvent = typeof RecordWriteEvent.Type;
