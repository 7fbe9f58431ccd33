import * as Effect from "effect/Effect";
import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";
import { indexChanges } from "../backfill/indexChanges.ts";
import { storeTogether } from "../backfill/storeTogether.ts";

/**
 * Stores changes of different addresses, and returns the addresses that the index rejects. All are stored together
 * unless the index rejects one.
 */
export const storeChanges = (changes: ReadonlyArray<RecordChange>) =>
  storeTogether(changes.toSorted((left, right) => (left.uri < right.uri ? -1 : 1))).pipe(
    Effect.as(new Set<AtUri>()),
    Effect.catchTag("RecordIndexUnavailable", () => indexChanges(changes))
  );
