import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { type AtUri, atUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { Cid } from "../../../domain/atproto/Cid.ts";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import { RecordKey } from "../../../domain/atproto/RecordKey.ts";
import { RecordIndex, type RecordVersion } from "../../../domain/record/index/RecordIndex.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";
import type { SkippedRecord } from "../../../domain/sync/backfill/SkippedRecords.ts";
import type { BlockCid } from "../../../domain/sync/repository/BlockCid.ts";
import { type KeyWindow, keyAfter } from "../../../domain/sync/repository/keyWindows.ts";
import { fault } from "../../../domain/sync/repository/RepositoryFault.ts";
import { recordValue } from "../../../domain/sync/repository/recordValue.ts";
import { indexChanges } from "./indexChanges.ts";
import type { OpenRepository } from "./openRepository.ts";

/** The result of one window. `skipped` are keys and blocks that are not records, and records that the index rejects. */
export interface Reconciled {
  readonly stored: number;
  readonly removed: number;
  readonly skipped: ReadonlyArray<SkippedRecord>;
}

/** The entries of a window that can be records and that the index lacks, by their addresses. */
type Missing = Map<AtUri, BlockCid>;

const pageSize = 500;
const isRecordKey = Schema.is(RecordKey);

const addressed = ({ did }: OpenRepository, { collection, entries }: KeyWindow): Missing =>
  new Map(
    entries.flatMap(({ cid, rkey }) => (isRecordKey(rkey) ? [[atUri({ did, collection, rkey }), cid] as const] : []))
  );

const withoutRecordKey = ({ did }: OpenRepository, { collection, entries }: KeyWindow): ReadonlyArray<SkippedRecord> =>
  entries
    .filter(({ rkey }) => !isRecordKey(rkey))
    .map(({ cid, rkey }) => ({
      uri: `at://${did}/${collection}/${rkey}`,
      cid: cid.toString(),
      reason: "not-a-record-key"
    }));

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

/** Reads the records to index; those whose value does not match their CID are left out. */
const readRecords = Effect.fnUntraced(function* (
  { load, rev }: OpenRepository,
  collection: Nsid,
  missing: ReadonlyMap<AtUri, BlockCid>
) {
  const read = yield* load([...missing.values()]);
  const changes: Array<RecordChange> = [];
  const skipped: Array<SkippedRecord & { readonly uri: AtUri }> = [];
  for (const [uri, cid] of missing) {
    const block = read(cid);
    if (block === null) return yield* fault("block-missing");
    const value = recordValue(block, collection);
    if (Either.isLeft(value)) skipped.push({ uri, cid: cid.toString(), reason: value.left });
    else changes.push({ uri, rev, record: { cid: Cid.make(cid.toString(), true), value: value.right } });
  }
  return { changes, skipped };
});

/** Makes the index match the repository in one window of a collection. */
export const reconcileWindow = Effect.fnUntraced(function* (repository: OpenRepository, window: KeyWindow) {
  const { rev } = repository;
  const missing = addressed(repository, window);
  const { outdated, removed } = yield* removeGone(repository, window, missing);
  const { changes, skipped } = yield* readRecords(repository, window.collection, missing);
  const replaced = skipped.filter(({ uri }) => outdated.has(uri)).map(({ uri }) => ({ uri, rev, record: null }));
  const refused = yield* indexChanges([...changes, ...replaced]);
  const refusedRecords = changes.flatMap(
    ({ record, uri }): ReadonlyArray<SkippedRecord> =>
      refused.has(uri) && record !== null ? [{ uri, cid: record.cid, reason: "refused-by-index" }] : []
  );
  const replacedBySkipped = [...skipped, ...refusedRecords].filter(({ uri }) => outdated.has(uri));
  return {
    stored: changes.length - refusedRecords.length,
    removed: removed + replacedBySkipped.length,
    skipped: [...withoutRecordKey(repository, window), ...skipped, ...refusedRecords]
  } satisfies Reconciled;
});
