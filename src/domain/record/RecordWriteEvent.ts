import * as Schema from "effect/Schema";
import { AtUri } from "../atproto/AtUri.ts";
import { Cid } from "../atproto/Cid.ts";
import { Did } from "../atproto/Did.ts";

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
  "refused"
);
export type WriteRejection = typeof WriteRejection.Type;

/** A write is about to be sent; `cid` is what the record will have, null for a delete. */
export class WriteRequested extends Schema.TaggedClass<WriteRequested>()("WriteRequested.v1", {
  writeId: Schema.String,
  authorizationId: Schema.String,
  clientId: Schema.String,
  did: Did,
  action: WriteAction,
  uri: AtUri,
  cid: Schema.NullOr(Cid),
  swapCid: Schema.NullOr(Cid)
}) {}

/** The PDS wrote. `cid` is null for a delete; `rev` is the commit, where the PDS says it. */
export class RecordWritten extends Schema.TaggedClass<RecordWritten>()("RecordWritten.v1", {
  writeId: Schema.String,
  uri: AtUri,
  cid: Schema.NullOr(Cid),
  rev: Schema.NullOr(Schema.String)
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
  reason: Schema.Literal("timeout", "unreachable", "server-error", "malformed", "not-xrpc", "too-large", "redirected")
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
  WriteRejected,
  WriteOutcomeUnknown,
  BlobUploaded
);
export type RecordWriteEvent = typeof RecordWriteEvent.Type;
