import * as Arr from "effect/Array";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";

/** Stores changes of different addresses in one transaction, in the order given. */
export const storeTogether = Effect.fnUntraced(function* (changes: ReadonlyArray<RecordChange>) {
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
      gone.length === 0 ? Effect.void : index.removeAll(gone),
      there.length === 0 ? Effect.void : index.putAll(there)
    )
  );
});
