import * as Effect from "effect/Effect";
import type { Handle } from "../../domain/atproto/Handle.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";
import { type ListedSkippedRecord, SkippedRecords } from "../../domain/sync/backfill/SkippedRecords.ts";
import { skipSentence } from "../../domain/sync/backfill/skipSentence.ts";

/** A record that is not in the index, for people: `message` is the reason in a sentence, `handle` null where not known. */
export interface ShownSkippedRecord extends ListedSkippedRecord {
  readonly handle: Handle | null;
  readonly message: string;
}

/** A page of the records of an account, or of all accounts (null), that indexing skipped, after a position. */
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

/** How many records of an account, or of all accounts (null), indexing skipped. */
export const countSkipped = (did: string | null) => Effect.flatMap(SkippedRecords, ({ count }) => count(did));
