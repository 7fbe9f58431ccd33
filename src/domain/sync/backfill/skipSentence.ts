import type { SkipReason } from "./SkipReason.ts";

/** The sentence for each reason why a record is not in the index. */
export const skipSentence: Readonly<Record<SkipReason, string>> = {
  "not-a-record-key": "Its key is not a record key.",
  "not-dag-cbor": "Its block is not valid DAG-CBOR.",
  "not-a-map": "Its block does not hold a map.",
  "invalid-utf8": "It has a string that is not UTF-8.",
  "integer-too-large": "It has an integer beyond 2^53 - 1, which JSON parsers round.",
  float: "It has a floating-point number, which the data model does not allow.",
  "nested-too-deep": "Its maps and lists are nested more than 128 levels deep.",
  "reserved-name": "It has a map that JSON cannot distinguish from a link or from bytes.",
  "wrong-type": "Its $type is not its collection.",
  "cid-mismatch": "The value that the source sent does not have the stated CID.",
  "refused-by-index": "The index rejected it; the log of the service has the reason."
};
