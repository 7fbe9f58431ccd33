import type { AtUri } from "../../atproto/AtUri.ts";
import type { Cid } from "../../atproto/Cid.ts";
import type { JsonObject } from "../../json/Json.ts";

/**
 * The record that a repository has at an AT URI as of a revision; null if it has none. A full read of a repository and
 * a stream of commits both produce such changes, so the index has a single entry point.
 */
export interface RecordChange {
  readonly uri: AtUri;
  readonly rev: string;
  readonly record: { readonly cid: Cid; readonly value: JsonObject } | null;
}
