import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { type AtUri, parseAtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { Cid } from "../../../domain/atproto/Cid.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { DueRepositories } from "../../../domain/sync/backfill/DueRepositories.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";
import { DeadLetters, type StoredDeadLetter } from "../../../domain/sync/DeadLetters.ts";
import { findIdentity } from "../backfill/backfill.ts";
import { indexChanges } from "../backfill/indexChanges.ts";
import { readRecordAtPds } from "../explain/readRecordAtPds.ts";
import { storeFetched } from "../explain/storeFetched.ts";
import { checkRecord } from "./readRecord.ts";

/** What became of dead letters that were tried again. */
export interface RetryCounts {
  readonly tried: number;
  readonly indexed: number;
  /** Those whose records no longer exist. */
  readonly gone: number;
}

/** A dead letter of a record in a collection in use. */
type RecordLetter = StoredDeadLetter & { readonly uri: AtUri; readonly rev: string; readonly cid: Cid };

const isCid = Schema.is(Cid);

const isRecord =
  (set: LexiconSet) =>
  (letter: StoredDeadLetter): letter is RecordLetter => {
    const { cid, rev, uri } = letter;
    if (uri === null || rev === null || !isCid(cid)) return false;
    const collection = Option.getOrNull(parseAtUri(uri))?.collection;
    return collection !== undefined && set.collections.some(({ nsid }) => nsid === collection);
  };

/** A valid record in an open collection makes its author known. Letters of closed collections are of known authors. */
const introduce = Effect.fnUntraced(function* (authors: ReadonlyArray<Did>) {
  const known = yield* (yield* KnownActors).known(authors);
  const unknown = authors.filter((did) => !known.has(did));
  if (unknown.length === 0) return;
  const index = yield* RecordIndex;
  yield* Effect.forEach(unknown, (did) => index.putActor({ did, handle: null, pds: null }), { discard: true });
  yield* (yield* DueRepositories).request(unknown);
});

/** Validates the stored records by the Lexicons in use, and returns the addresses of those that are indexed now. */
const retryStored = Effect.fnUntraced(function* (set: LexiconSet, all: ReadonlyArray<RecordLetter>) {
  const letters = yield* DeadLetters;
  const valid: Array<RecordChange> = [];
  const changed: Array<RecordLetter> = [];
  for (const letter of all) {
    const { cid, detail, rev, uri, value } = letter;
    if (value === null) continue;
    const checked = checkRecord(set, recordAddress(uri).collection, value);
    if (Either.isRight(checked)) valid.push({ uri, rev, record: { cid, value: checked.right } });
    else if (checked.left.detail !== detail) changed.push({ ...letter, ...checked.left });
  }
  const rejected = yield* indexChanges(valid);
  const indexed = valid.filter(({ uri }) => !rejected.has(uri));
  yield* introduce([...new Set(indexed.map(({ uri }) => recordAddress(uri).did))]);
  if (indexed.length > 0) yield* letters.removeAt(indexed.map(({ rev, uri }) => ({ uri, rev })));
  if (changed.length > 0) yield* letters.add(changed);
  return indexed.length;
});

/** Reads a record again whose value is not stored. */
const fetchAgain = Effect.fnUntraced(function* ({ did, uri }: { readonly did: Did; readonly uri: AtUri }) {
  const { pds, signingKey } = yield* findIdentity(did, "resolveDid");
  if (signingKey === undefined) return "kept";
  const { record, rev } = yield* readRecordAtPds(uri, { pds, signingKey });
  const letters = yield* DeadLetters;
  if (record !== null) {
    const stored = yield* storeFetched(pds, uri, record, rev);
    if (stored._tag !== "FetchedNow") return "kept";
    yield* introduce([did]);
  } else yield* indexChanges([{ uri, rev, record: null }]);
  yield* letters.removeAt([{ uri, rev }]);
  return record === null ? "gone" : "indexed";
});

/** One whose PDS does not answer stays as it is. */
const fetchOrKeep = ({ uri }: RecordLetter) =>
  fetchAgain({ did: recordAddress(uri).did, uri }).pipe(
    Effect.catchTags({
      BackfillStopped: () => Effect.succeed("kept" as const),
      RepositoryUnreadable: () => Effect.succeed("kept" as const),
      RepositoryFault: () => Effect.succeed("kept" as const),
      FullResyncRequired: () => Effect.succeed("kept" as const)
    })
  );

/** Tries some dead letters again. Those without a record in a collection in use stay as they are. */
export const retryPage = Effect.fnUntraced(function* (page: ReadonlyArray<StoredDeadLetter>) {
  const set = yield* (yield* LexiconCatalog).current;
  const letters = page.filter(isRecord(set));
  const stored = yield* retryStored(set, letters);
  const fetched = yield* Effect.forEach(
    letters.filter(({ value }) => value === null),
    fetchOrKeep
  );
  return {
    tried: page.length,
    indexed: stored + fetched.filter((result) => result === "indexed").length,
    gone: fetched.filter((result) => result === "gone").length
  } satisfies RetryCounts;
});
