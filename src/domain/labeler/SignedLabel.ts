import type { Label } from "../label/Label.ts";

/** A label as its labeler sent it. Nothing says yet that the labeler signed it. */
export interface SignedLabel {
  readonly label: Label;
  readonly signature: Uint8Array;
  /** The message that was signed: the label in DAG-CBOR without its field `sig`. */
  readonly message: Uint8Array;
}
