import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";
import { isRejection } from "../isRejection.ts";
import { storeTogether } from "./storeTogether.ts";

/** How many changes one transaction stores; a write of the same account may wait that long. */
const batchSize = 100;

/** What was indexed at the address is of an earlier revision, and no longer in the repository. */
const refuse = Effect.fnUntraced(function* (change: RecordChange, problem: RecordIndexUnavailable) {
  yield* Effect.mapError(storeTogether([{ ...change, record: null }]), () => problem);
  yield* Effect.logWarning(`The index rejects ${change.uri}`, problem);
  return [change.uri];
});

/** Stores one change alone, so that one which the index rejects does not block the others. */
const storeAlone = (change: RecordChange) =>
  Effect.as(storeTogether([change]), Arr.empty<AtUri>()).pipe(
    Effect.catchIf(isRejection, (problem) => refuse(change, problem))
  );

const storeBatch = (changes: ReadonlyArray<RecordChange>) =>
  Effect.as(storeTogether(changes), Arr.empty<AtUri>()).pipe(
    Effect.catchIf(isRejection, () => Effect.map(Effect.forEach(changes, storeAlone), (refused) => refused.flat()))
  );

/**
 * Stores the current records of repositories, and returns the addresses that the index rejects, where it then has no
 * record. Records of a later revision stay, so that the same changes may arrive twice, late, or during a write. They
 * are stored in the order of their addresses, as writes are, so that there is no deadlock.
 */
export const indexChanges = (changes: ReadonlyArray<RecordChange>) => {
  const ordered = changes.toSorted((left, right) => (left.uri < right.uri ? -1 : 1));
  const batches = Array.from({ length: Math.ceil(ordered.length / batchSize) }, (_, at) =>
    ordered.slice(at * batchSize, (at + 1) * batchSize)
  );
  return Effect.map(Effect.forEach(batches, storeBatch), (refused) => new Set(refused.flat()));
};
