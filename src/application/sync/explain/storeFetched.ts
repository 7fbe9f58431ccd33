import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { Cid } from "../../../domain/atproto/Cid.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { describeProblems } from "../../../domain/lexicon/validate/describeProblems.ts";
import { validateRecord } from "../../../domain/lexicon/validate/validateRecord.ts";
import { type DeadLetterReason, DeadLetters } from "../../../domain/sync/DeadLetters.ts";
import { recordValue } from "../../../domain/sync/repository/recordValue.ts";
import { indexChanges } from "../backfill/indexChanges.ts";
import { Explanation } from "./Explanation.ts";
import type { RecordAtPds } from "./readRecordAtPds.ts";

interface Refused {
  readonly reason: DeadLetterReason;
  readonly detail: string | null;
  /** Null if the block cannot be represented as JSON. */
  readonly value: JsonObject | null;
}

/** Returns the value of a record, or why it does not belong into the index. */
const readValue = (set: LexiconSet, uri: AtUri, block: Uint8Array): Either.Either<JsonObject, Refused> => {
  const { collection } = recordAddress(uri);
  return recordValue(block, collection).pipe(
    Either.mapLeft((reason): Refused => ({ reason, detail: null, value: null })),
    Either.filterOrLeft(
      (value) => validateRecord(set, collection, value).length === 0,
      (value): Refused => ({
        reason: "invalid",
        detail: describeProblems(validateRecord(set, collection, value)),
        value
      })
    )
  );
};

const refuse = Effect.fnUntraced(function* (
  uri: AtUri,
  { cid, rev }: { readonly cid: string; readonly rev: string },
  { detail, reason, value }: Refused
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
  set: LexiconSet,
  pds: string,
  uri: AtUri,
  { cid: blockCid, block }: NonNullable<RecordAtPds["record"]>,
  rev: string
) {
  const cid = Cid.make(blockCid.toString(), true);
  const value = readValue(set, uri, block);
  if (Either.isLeft(value)) return yield* refuse(uri, { cid, rev }, value.left);
  const refused = yield* indexChanges([{ uri, rev, record: { cid, value: value.right } }]);
  return refused.has(uri)
    ? yield* refuse(uri, { cid, rev }, { reason: "refused-by-index", detail: null, value: value.right })
    : Explanation.FetchedNow({ pds, cid, rev });
});
