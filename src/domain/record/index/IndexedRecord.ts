import type { AtUri } from "../../atproto/AtUri.ts";
import type { Cid } from "../../atproto/Cid.ts";
import type { Did } from "../../atproto/Did.ts";
import type { Nsid } from "../../atproto/Nsid.ts";
import type { RecordKey } from "../../atproto/RecordKey.ts";
import type { JsonObject } from "../../json/Json.ts";

/** A record in the index. `indexedAt` is ISO 8601 in UTC with milliseconds; `rev` is the revision of its commit. */
export interface IndexedRecord {
  readonly uri: AtUri;
  readonly cid: Cid;
  readonly did: Did;
  readonly collection: Nsid;
  readonly rkey: RecordKey;
  readonly rev: string | null;
  readonly indexedAt: string;
  readonly value: JsonObject;
}
