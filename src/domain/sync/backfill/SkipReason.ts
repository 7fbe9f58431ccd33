import * as Schema from "effect/Schema";

/** Why a record of a repository is not in the index, in machine words. */
export const SkipReason = Schema.Literal(
  /** Its key in the tree is no record key (AT Protocol, Record Key). */
  "not-a-record-key",
  /** Its block is not DAG-CBOR in its one encoding: cut off, keys out of order or twice, unknown tags, padded lengths. */
  "not-dag-cbor",
  /** Its block holds something else than a map. */
  "not-a-map",
  "invalid-utf8",
  /** An integer beyond 2^53 - 1, which JSON readers round. */
  "integer-too-large",
  /** A floating-point number, which the data model does not have. */
  "float",
  "nested-too-deep",
  /** A map whose only member is `$link` or `$bytes` with a string, which in JSON means a link or bytes. */
  "reserved-name",
  /** Its `$type` is not the collection that it is in. */
  "wrong-type",
  /** The index answers, and does not take it. */
  "refused-by-index"
);
export type SkipReason = typeof SkipReason.Type;
