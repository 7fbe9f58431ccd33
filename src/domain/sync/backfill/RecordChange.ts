import type { AtUri } from "../../atproto/AtUri.ts";
import type { Cid } from "../../atproto/Cid.ts";
import type { JsonObject } from "../../json/Json.ts";

/**
 * What a repository has at an address as of a revision: null where it has nothing. The same whoever tells it, a
 * repository read as a whole or a stream of commits, so that the index has one way in.
 */
export interface RecordChange {
  readonly uri: AtUri;
  readonly rev: string;
  readonly record: { readonly cid: Cid; readonly value: JsonObject } | null;
}
