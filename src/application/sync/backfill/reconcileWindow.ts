import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { type AtUri, atUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { Cid } from "../../../domain/atproto/Cid.ts";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import { RecordKey } from "../../../domain/atproto/RecordKey.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { RecordIndex, type RecordVersion } from "../../../domain/record/index/RecordIndex.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";
import type { DeadLetter } from "../../../domain/sync/DeadLetters.ts";
import type { BlockCid } from "../../../domain/sync/repository/BlockCid.ts";
import { type KeyWindow, keyAfter } from "../../../domain/sync/repository/keyWindows.ts";
import { fault } from "../../../domain/sync/repository/RepositoryFault.ts";
import { readRecord } from "../deadLetters/readRecord.ts";
import { indexChanges } from "./indexChanges.ts";
import type { OpenRepository } from "./openRepository.ts";

/** A dead letter of a record. */
export type RecordLetter = DeadLetter & { readonly uri: string; readonly cid: string; readonly rev: string };

/** The result of one window. */
export interface Reconciled {
  /** The number of records that the index had already. */
  readonly kept: number;
  readonly stored: number;
  readonly removed: number;
  /** Keys and blocks that are not records, records that are invalid, and those that the index rejects. */
  readonly letters: ReadonlyArray<RecordLetter>;
}

/** The entries of a window that can be records and that the index lacks, by their addresses. */
type Missing = Map<AtUri, BlockCid>;

const pageSize = 500;
const isRecordKey = Schema.is(RecordKey);

const addressed = ({ did }: OpenRepository, { collection, entries }: KeyWindow): Missing =>
  new Map(
    entries.flatMap(({ cid, rkey }) => (isRecordKey(rkey) ? [[atUri({ did, collection, rkey }), cid] as const] : []))
  );

type Refusal = Pick<DeadLetter, "reason" | "detail" | "value">;

const letterOf = (
  { did, rev }: OpenRepository,
  collection: Nsid,
  receivedAt: number,
  { cid, uri }: { readonly uri: string; readonly cid: string },
  refusal: Refusal
): RecordLetter => ({ source: "backfill", did, collection, uri, cid, rev, ...refusal, bytes: null, receivedAt });

const withoutRecordKey = (
  repository: OpenRepository,
  { collection, entries }: KeyWindow,
  receivedAt: number
): ReadonlyArray<RecordLetter> =>
  entries
    .filter(({ rkey }) => !isRecordKey(rkey))
    .map(({ cid, rkey }) => {
      const at = { uri: `at://${repository.did}/${collection}/${rkey}`, cid: cid.toString() };
      return letterOf(repository, collection, receivedAt, at, {
        reason: "not-a-record-key",
        detail: null,
        value: null
      });
    });

/**
 * Returns the deletions of records that the index has and the repository does not, unless the index has a newer revision.
 * Entries that are indexed already are removed from `missing`.
 */
const recordsToRemove = (
  { rev }: OpenRepository,
  missing: Missing,
  known: ReadonlyArray<RecordVersion>
): ReadonlyArray<RecordChange> =>
  known.flatMap((version) => {
    const isNewer = version.rev !== null && version.rev > rev;
    const entry = missing.get(version.uri);
    if (entry === undefined) return isNewer ? [] : [{ uri: version.uri, rev, record: null }];
    if (isNewer || entry.toString() === version.cid) missing.delete(version.uri);
    return [];
  });

/**
 * Compares the index with a window, page by page, and deletes what is gone. Also returns what the index has an older
 * version of.
 */
const removeGone = Effect.fnUntraced(function* (
  repository: OpenRepository,
  { collection, from, upTo }: KeyWindow,
  missing: Missing
) {
  const index = yield* RecordIndex;
  const { did } = repository;
  const outdated = new Set<string>();
  let removed = 0;
  let first = from;
  for (;;) {
    const known = yield* index.list({ did, collection, from: first, upTo }, pageSize);
    const gone = recordsToRemove(repository, missing, known);
    yield* indexChanges(gone);
    removed += gone.length;
    for (const { uri } of known) if (missing.has(uri)) outdated.add(uri);
    const last = known.at(-1);
    if (last === undefined || known.length < pageSize) return { outdated, removed };
    first = keyAfter(recordAddress(last.uri).rkey);
  }
});

interface ReadRecords {
  readonly changes: ReadonlyArray<RecordChange & { readonly record: NonNullable<RecordChange["record"]> }>;
  readonly refused: ReadonlyArray<RecordLetter & { readonly uri: AtUri }>;
}

/** Reads the records to index. Those that do not match their CID or are invalid become dead letters. */
const readRecords = Effect.fnUntraced(function* (
  repository: OpenRepository,
  collection: Nsid,
  missing: ReadonlyMap<AtUri, BlockCid>,
  receivedAt: number
) {
  const { load, rev } = repository;
  const read = yield* load([...missing.values()]);
  // The present set: other Lexicons may have been imported since the repository was opened.
  const set = yield* (yield* LexiconCatalog).current;
  const changes: Array<ReadRecords["changes"][number]> = [];
  const refused: Array<ReadRecords["refused"][number]> = [];
  for (const [uri, blockCid] of missing) {
    const block = read(blockCid);
    if (block === null) return yield* fault("block-missing");
    const cid = Cid.make(blockCid.toString(), true);
    const found = readRecord(set, collection, block);
    if (Either.isRight(found)) changes.push({ uri, rev, record: { cid, value: found.right } });
    else refused.push({ ...letterOf(repository, collection, receivedAt, { uri, cid }, found.left), uri });
  }
  return { changes, refused } satisfies ReadRecords;
});

/** Makes the index match the repository in one window of a collection. */
export const reconcileWindow = Effect.fnUntraced(function* (repository: OpenRepository, window: KeyWindow) {
  const { rev } = repository;
  const { collection } = window;
  const receivedAt = yield* Clock.currentTimeMillis;
  const missing = addressed(repository, window);
  const addresses = missing.size;
  const { outdated, removed } = yield* removeGone(repository, window, missing);
  const kept = addresses - missing.size;
  const { changes, refused } = yield* readRecords(repository, collection, missing, receivedAt);
  // Also where the index has nothing, so that a late event of an earlier commit stores nothing.
  const replaced = refused.map(({ uri }) => ({ uri, rev, record: null }));
  const rejected = yield* indexChanges([...changes, ...replaced]);
  const rejectedLetters = changes.flatMap(({ record, uri }) =>
    rejected.has(uri)
      ? [
          letterOf(
            repository,
            collection,
            receivedAt,
            { uri, cid: record.cid },
            { reason: "refused-by-index", detail: null, value: record.value }
          )
        ]
      : []
  );
  const letters = [...refused, ...rejectedLetters];
  return {
    kept,
    stored: changes.length - rejectedLetters.length,
    removed: removed + letters.filter(({ uri }) => outdated.has(uri)).length,
    letters: [...withoutRecordKey(repository, window, receivedAt), ...letters]
  } satisfies Reconciled;
});
