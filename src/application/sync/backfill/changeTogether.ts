import * as Arr from "effect/Array";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";

/**
 * Stores changes of different addresses, all of them or none. A surrounding `Atomically` transaction can only be rolled
 * back after a failure.
 */
export const changeTogether = Effect.fnUntraced(function* (changes: ReadonlyArray<RecordChange>) {
  const index = yield* RecordIndex;
  const indexedAt = new Date(yield* Clock.currentTimeMillis).toISOString();
  const [gone, there] = Arr.partitionMap(changes, ({ record, rev, uri }) =>
    record === null
      ? Either.left({ rev, uri })
      : Either.right({ ...recordAddress(uri), ...record, uri, rev, indexedAt })
  );
  yield* index.changeAll(there, gone);
});
