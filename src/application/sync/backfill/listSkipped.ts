import * as Effect from "effect/Effect";
import type { Handle } from "../../../domain/atproto/Handle.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { type ListedSkippedRecord, SkippedRecords } from "../../../domain/sync/backfill/SkippedRecords.ts";
import { skipSentence } from "../../../domain/sync/backfill/skipSentence.ts";

/**
 * A record that is not in the index, described for people: `message` is the reason in a sentence, `handle` is null
 * where unknown.
 */
export interface ShownSkippedRecord extends ListedSkippedRecord {
  readonly handle: Handle | null;
  readonly message: string;
}

/** Returns a page of the records that indexing skipped, of one account or of all (null), after a position. */
export const listSkipped = Effect.fn("listSkipped")(function* (
  did: string | null,
  after: number | null,
  limit: number
) {
  const skipped = yield* SkippedRecords;
  const actors = yield* KnownActors;
  const found = yield* skipped.list(did, after, limit);
  const handles = yield* actors.handles([...new Set(found.map((one) => one.did))]);
  return found.map(
    (one): ShownSkippedRecord => ({ ...one, handle: handles.get(one.did) ?? null, message: skipSentence[one.reason] })
  );
});

/** Returns how many records indexing skipped, of one account or of all (null). */
export const countSkipped = (did: string | null) => Effect.flatMap(SkippedRecords, ({ count }) => count(did));
