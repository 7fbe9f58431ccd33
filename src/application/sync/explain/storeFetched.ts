import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { Cid } from "../../../domain/atproto/Cid.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { DeadLetters } from "../../../domain/sync/DeadLetters.ts";
import { indexChanges } from "../backfill/indexChanges.ts";
import { type Refusal, readRecord } from "../deadLetters/readRecord.ts";
import { Explanation } from "./Explanation.ts";
import type { RecordAtPds } from "./readRecordAtPds.ts";

const refuse = Effect.fnUntraced(function* (
  uri: AtUri,
  { cid, rev }: { readonly cid: string; readonly rev: string },
  { detail, reason, value }: Refusal
) {
  const letters = yield* DeadLetters;
  const receivedAt = yield* Clock.currentTimeMillis;
  const { collection, did } = recordAddress(uri);
  const address = { source: "backfill", did, collection, uri, cid, rev };
  yield* letters.add([{ ...address, reason, detail, value, bytes: null, receivedAt }]);
  return Explanation.Invalid({ reason, detail, receivedAt });
});

/** Indexes a record that was read from its PDS, or stores it as a dead letter if it is not valid. */
export const storeFetched = Effect.fnUntraced(function* (
  pds: string,
  uri: AtUri,
  { cid: blockCid, block }: NonNullable<RecordAtPds["record"]>,
  rev: string
) {
  const cid = Cid.make(blockCid.toString(), true);
  const set = yield* (yield* LexiconCatalog).current;
  const value = readRecord(set, recordAddress(uri).collection, block);
  if (Either.isLeft(value)) return yield* refuse(uri, { cid, rev }, value.left);
  const refused = yield* indexChanges([{ uri, rev, record: { cid, value: value.right } }]);
  return refused.has(uri)
    ? yield* refuse(uri, { cid, rev }, { reason: "refused-by-index", detail: null, value: value.right })
    : Explanation.FetchedNow({ pds, cid, rev });
});
