import * as Arr from "effect/Array";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { recordAddress } from "../../domain/atproto/AtUri.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { RecordIndex, type RecordIndexUnavailable } from "../../domain/record/RecordIndex.ts";
import type { RecordChange } from "../../domain/sync/RecordChange.ts";

/** Changes that are stored in one transaction: a write of the same account may wait for that long. */
const batchSize = 100;

const store = Effect.fnUntraced(function* (changes: ReadonlyArray<RecordChange>) {
  const index = yield* RecordIndex;
  const atomically = yield* Atomically;
  const indexedAt = new Date(yield* Clock.currentTimeMillis).toISOString();
  const [gone, there] = Arr.partitionMap(changes, ({ record, rev, uri }) =>
    record === null
      ? Either.left({ rev, uri })
      : Either.right({ ...recordAddress(uri), ...record, uri, rev, indexedAt })
  );
  yield* atomically.run(
    Effect.zipRight(
      Effect.forEach(gone, ({ rev, uri }) => index.remove(uri, rev), { discard: true }),
      there.length === 0 ? Effect.void : index.putAll(there)
    )
  );
});

const skip = Effect.fnUntraced(function* ({ uri }: RecordChange, problem: RecordIndexUnavailable) {
  const index = yield* RecordIndex;
  yield* Effect.mapError(index.find(uri), () => problem);
  yield* Effect.logWarning(`The index does not take ${uri}`, problem);
  return 1;
});

/** Stores one change; 1 when the index, which answers, does not take it: it must not keep back all the others. */
const storeAlone = (change: RecordChange) =>
  Effect.as(store([change]), 0).pipe(Effect.catchTag("RecordIndexUnavailable", (problem) => skip(change, problem)));

const storeBatch = (changes: ReadonlyArray<RecordChange>) =>
  Effect.as(store(changes), 0).pipe(
    Effect.catchTag("RecordIndexUnavailable", () =>
      Effect.map(Effect.forEach(changes, storeAlone), (refused) => refused.reduce((sum, one) => sum + one, 0))
    )
  );

/**
 * Stores what repositories have by now, and gives how many of the changes the index does not take. What it knows of a
 * later revision stays, so that the same changes may come twice, late, or while somebody writes. In the order of the
 * addresses, as writes are: none waits for ever.
 */
export const indexChanges = (changes: ReadonlyArray<RecordChange>) => {
  const ordered = changes.toSorted((left, right) => (left.uri < right.uri ? -1 : 1));
  const batches = Array.from({ length: Math.ceil(ordered.length / batchSize) }, (_, at) =>
    ordered.slice(at * batchSize, (at + 1) * batchSize)
  );
  return Effect.map(Effect.forEach(batches, storeBatch), (refused) => refused.reduce((sum, some) => sum + some, 0));
};
