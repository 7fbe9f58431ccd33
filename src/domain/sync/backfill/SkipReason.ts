import * as Schema from "effect/Schema";

/** Why a record of a repository is not in the index, as a code. */
export const SkipReason = Schema.Literal(
  /** Its key in the tree is not a record key (AT Protocol, Record Key). */
  "not-a-record-key",
  /** Its block is not canonical DAG-CBOR: truncated, keys out of order or duplicate, unknown tags, padded lengths. */
  "not-dag-cbor",
  /** Its block does not hold a map. */
  "not-a-map",
  "invalid-utf8",
  /** It has an integer beyond 2^53 - 1, which JSON parsers round. */
  "integer-too-large",
  /** It has a floating-point number, which the data model does not allow. */
  "float",
  "nested-too-deep",
  /** It has a map whose only member is `$link` or `$bytes` with a string, which in JSON means a link or bytes. */
  "reserved-name",
  /** Its `$type` is not its collection. */
  "wrong-type",
  /** It was received as JSON, and the value does not have the stated CID. */
  "cid-mismatch",
  /** The index is available but rejects it. */
  "refused-by-index"
);
export type SkipReason = typeof SkipReason.Type;
