import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import { RecordIndex, type RecordRemoval } from "../../../domain/record/index/RecordIndex.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";
import { indexChanges } from "../backfill/indexChanges.ts";

const inOrder = (left: RecordChange, right: RecordChange): number => (left.uri < right.uri ? -1 : 1);

const storeTogether = Effect.fnUntraced(function* (changes: ReadonlyArray<RecordChange>) {
  const index = yield* RecordIndex;
  const atomically = yield* Atomically;
  const indexedAt = new Date(yield* Clock.currentTimeMillis).toISOString();
  const removals: Array<RecordRemoval> = [];
  const records: Array<IndexedRecord> = [];
  for (const { record, rev, uri } of changes.toSorted(inOrder)) {
    if (record === null) removals.push({ uri, rev });
    else records.push({ ...recordAddress(uri), uri, rev, cid: record.cid, value: record.value, indexedAt });
  }
  yield* atomically.run(
    Effect.zipRight(
      removals.length === 0 ? Effect.void : index.removeAll(removals),
      records.length === 0 ? Effect.void : index.putAll(records)
    )
  );
});

/**
 * Stores changes of different addresses, and returns the addresses that the index rejects. All are stored together
 * unless the index rejects one.
 */
export const storeChanges = (changes: ReadonlyArray<RecordChange>) =>
  storeTogether(changes).pipe(
    Effect.as(new Set<AtUri>()),
    Effect.catchTag("RecordIndexUnavailable", () => indexChanges(changes))
  );
