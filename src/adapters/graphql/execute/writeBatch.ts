import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { freshTids } from "../../../application/records/write/freshTid.ts";
import type { WriteInput, WriteKey } from "../../../application/records/write/Write.ts";
import { applyWrites } from "../../../application/records/write/writeRecords.ts";
import type { Viewer } from "../../../application/token/Viewer.ts";
import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import type { ApplyWritesStep, BatchEntry } from "../plan/Plan.ts";
import { plainResult } from "./plainResult.ts";
import { recordKeyOf } from "./recordKeyOf.ts";
import { selectionQuery } from "./selectionQuery.ts";
import { resultUnavailable, writeError } from "./writeError.ts";

const writeOf = (entry: BatchEntry, freshTid: string): WriteInput => {
  const { action, collection, value } = entry;
  const { problems, rkey } = recordKeyOf(collection, entry.rkey, freshTid, action === "create");
  const target = { collection: collection.nsid, rkey };
  const all = [...problems, ...entry.problems];
  return action === "delete"
    ? { action, target, problems: all }
    : { action, target, value: value ?? {}, problems: all };
};

/** The text was written by this service. */
const parsed = (text: string): JsonObject => JSON.parse(text);

/** Whose write it was, and whether it deleted the record. */
interface WrittenEntry {
  readonly did: Did;
  readonly isDelete: boolean;
}

const resultOf = Effect.fnUntraced(
  function* ({ answer, members }: ApplyWritesStep, uri: AtUri, { did, isDelete }: WrittenEntry) {
    const index = yield* RecordIndex;
    const found = isDelete ? Option.none() : yield* index.find(uri);
    const { query, parameters } = selectionQuery(answer, uri);
    const records = isDelete || query.roots.length === 0 ? {} : parsed(yield* index.query(query, parameters, did));
    const cid = Option.getOrNull(Option.map(found, (record) => record.cid));
    const entries = members.map((member) => [
      member.key,
      member._tag === "RecordMember" ? (records[member.key] ?? null) : plainResult([member], { uri, cid })[member.key]
    ]);
    return Object.fromEntries(entries);
  },
  (effect, _step, uri) => Effect.mapError(effect, () => resultUnavailable(uri))
);

/** Executes a batch for the signed-in user, and returns the outcome of each write in order. */
export const writeBatch = Effect.fnUntraced(function* (viewer: Viewer, step: ApplyWritesStep, key: WriteKey | null) {
  const tids = yield* freshTids(step.writes.length);
  const writes = step.writes.map((entry, at) => writeOf(entry, tids[at] ?? ""));
  const uris = yield* Effect.mapError(applyWrites(viewer, writes, key), writeError);
  return yield* Effect.forEach(
    uris,
    (uri, at) => resultOf(step, uri, { did: viewer.did, isDelete: step.writes[at]?.action === "delete" }),
    {
      concurrency: 4
    }
  );
});
