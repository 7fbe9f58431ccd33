import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { type AtUri, atUri, recordAddress } from "../../domain/atproto/AtUri.ts";
import { Cid } from "../../domain/atproto/Cid.ts";
import { RecordKey } from "../../domain/atproto/RecordKey.ts";
import { RecordIndex, type RecordVersion } from "../../domain/record/RecordIndex.ts";
import type { BlockCid } from "../../domain/sync/BlockCid.ts";
import { type KeyWindow, keyAfter } from "../../domain/sync/keyWindows.ts";
import type { RecordChange } from "../../domain/sync/RecordChange.ts";
import { fault } from "../../domain/sync/RepositoryFault.ts";
import { recordValue } from "../../domain/sync/recordValue.ts";
import { indexChanges } from "./indexChanges.ts";
import type { OpenRepository } from "./openRepository.ts";

/** What came of one window. `skipped` are keys and blocks that are no records, and records that the index does not take. */
export interface Reconciled {
  readonly stored: number;
  readonly removed: number;
  readonly skipped: number;
}

const pageSize = 500;
const isRecordKey = Schema.is(RecordKey);

/** The entries of a window that can be records, by their addresses. */
const addressed = ({ did }: OpenRepository, { collection, entries }: KeyWindow): Map<AtUri, BlockCid> =>
  new Map(
    entries.flatMap(({ cid, rkey }) => (isRecordKey(rkey) ? [[atUri({ did, collection, rkey }), cid] as const] : []))
  );

/** What the index has that the repository does not, and is not newer. Entries that the index has already are struck out. */
const goneOf = (
  { rev }: OpenRepository,
  missing: Map<AtUri, BlockCid>,
  known: ReadonlyArray<RecordVersion>
): ReadonlyArray<RecordChange> =>
  known.flatMap((version) => {
    const isNewer = version.rev !== null && version.rev > rev;
    const entry = missing.get(version.uri);
    if (entry === undefined) return isNewer ? [] : [{ uri: version.uri, rev, record: null }];
    if (isNewer || entry.toString() === version.cid) missing.delete(version.uri);
    return [];
  });

/** Holds the index against a window, page by page, and removes what is gone. */
const removeGone = Effect.fnUntraced(function* (
  repository: OpenRepository,
  { collection, from, upTo }: KeyWindow,
  missing: Map<AtUri, BlockCid>
) {
  const index = yield* RecordIndex;
  const { did } = repository;
  let removed = 0;
  let first = from;
  for (;;) {
    const known = yield* index.list({ did, collection, from: first, upTo }, pageSize);
    const gone = goneOf(repository, missing, known);
    yield* indexChanges(gone);
    removed += gone.length;
    const last = known.at(-1);
    if (last === undefined || known.length < pageSize) return removed;
    first = keyAfter(recordAddress(last.uri).rkey);
  }
});

/** Reads the records that the index is to have. */
const readRecords = Effect.fnUntraced(function* ({ load, rev }: OpenRepository, missing: ReadonlyMap<AtUri, BlockCid>) {
  const read = yield* load([...missing.values()]);
  const changes: Array<RecordChange> = [];
  for (const [uri, cid] of missing) {
    const block = read(cid);
    if (block === null) return yield* fault("block-missing");
    const value = recordValue(block);
    if (value !== null) changes.push({ uri, rev, record: { cid: Cid.make(cid.toString(), true), value } });
  }
  return changes;
});

/** Makes the index have of a part of a collection what the repository has there. */
export const reconcileWindow = Effect.fnUntraced(function* (repository: OpenRepository, window: KeyWindow) {
  const missing = addressed(repository, window);
  const noKeys = window.entries.length - missing.size;
  const removed = yield* removeGone(repository, window, missing);
  const changes = yield* readRecords(repository, missing);
  const stored = changes.length - (yield* indexChanges(changes));
  return { stored, removed, skipped: noKeys + missing.size - stored } satisfies Reconciled;
});
