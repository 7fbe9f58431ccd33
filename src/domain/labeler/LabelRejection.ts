import * as Schema from "effect/Schema";

/** Why a label, or a frame with labels, has no effect. */
export const LabelRejectionReason = Schema.Literal(
  /** The frame is not DAG-CBOR with a header and a body, or its position cannot be read. */
  "undecodable",
  /** A field of the label is missing or invalid. */
  "malformed",
  /** Its version is not 1. */
  "unsupported-version",
  /** Its `src` is not the DID of the labeler. */
  "foreign-source",
  /** It has no signature. */
  "unsigned",
  /** The key `#atproto_label` of the labeler did not sign it. */
  "signature-invalid",
  /** The storage refuses it. */
  "unstorable"
);
export type LabelRejectionReason = typeof LabelRejectionReason.Type;

/** A label that has no effect. `uri` and `val` are null if they cannot be read; `detail` says what is wrong. */
export interface LabelRejection {
  readonly reason: LabelRejectionReason;
  readonly detail: string;
  readonly uri: string | null;
  readonly val: string | null;
}
