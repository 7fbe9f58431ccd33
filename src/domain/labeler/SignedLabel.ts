import type { AtUri } from "../atproto/AtUri.ts";
import type { Did } from "../atproto/Did.ts";

/** A label of an external labeler (AT Protocol, Label, version 1). Times are in Unix milliseconds. */
export interface ExternalLabel {
  /** The labeler. */
  readonly src: Did;
  /** The record, or the account, that is labeled. */
  readonly uri: AtUri | Did;
  /** The version of the record that is labeled; null for every version. */
  readonly cid: string | null;
  readonly val: string;
  /** Whether it withdraws the label with the same source, subject and value. */
  readonly neg: boolean;
  readonly cts: number;
  /** Null if it does not expire. */
  readonly exp: number | null;
}

/** A label as its labeler sent it. Nothing says yet that the labeler signed it. */
export interface SignedLabel {
  readonly label: ExternalLabel;
  readonly signature: Uint8Array;
  /** The message that was signed: the label in DAG-CBOR without its field `sig`. */
  readonly message: Uint8Array;
}
