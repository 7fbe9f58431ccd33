import * as Option from "effect/Option";
import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import type { BrowsedRecord } from "./browseRecords.ts";
import { hiddenReasons } from "./hiddenReasons.ts";

/** Returns the indexed record at an AT URI, also while it is hidden; null if there is none. */
export const findRecord = traced("findRecord")(function* (uri: AtUri) {
  const found = Option.getOrNull(yield* (yield* RecordIndex).find(uri));
  if (found === null) return null;
  const { cid, collection, did, indexedAt, rkey, value } = found;
  const handle = (yield* (yield* KnownActors).handles([did])).get(did) ?? null;
  const hiddenBy = (yield* hiddenReasons([found])).get(uri) ?? null;
  return { uri, cid, did, collection, rkey, handle, indexedAt, value, hiddenBy } satisfies BrowsedRecord;
});
