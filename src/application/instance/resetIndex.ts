import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Did } from "../../domain/atproto/Did.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { traced } from "../../domain/failure/traced.ts";
import { IndexReset } from "../../domain/record/index/IndexReset.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { retryConflicts } from "../event/retryConflicts.ts";
import { indexResetCount, indexStream } from "../sync/backfill/indexResetCount.ts";
import { PublicUrl } from "./PublicUrl.ts";

/** The typed confirmation is not the host of this instance. */
export class NotConfirmed extends Schema.TaggedError<NotConfirmed>()("NotConfirmed", {
  expected: Schema.String
}) {
  override get message(): string {
    return `confirmation must be ${this.expected}, the host of this instance; nothing was deleted.`;
  }
}

/** How often a reset is retried after a database failure; a concurrent batch write may have blocked it. */
const maxRetries = 3;

/** Records first, the log last: a concurrent write is ordered either before the reset, or after it and stays. */
const reset = Effect.fnUntraced(function* (by: Did | null) {
  const index = yield* RecordIndex;
  const version = yield* indexResetCount;
  const records = yield* index.clear;
  yield* appendEvents(indexStream, version, [new IndexReset({ records })], { actor: { type: "admin", id: by } });
  return records;
});

/**
 * Deletes all indexed records, and makes the repositories of all accounts that ever signed in due for indexing, in one
 * transaction with its event. Returns how many records there were.
 */
export const resetIndex = traced("resetIndex")(function* (confirmation: string, by: Did | null) {
  const expected = new URL(yield* PublicUrl).host;
  if (confirmation.trim() !== expected) return yield* new NotConfirmed({ expected });
  const atomically = yield* Atomically;
  return yield* atomically
    .run(reset(by))
    .pipe(Effect.retry({ while: ({ _tag }) => _tag !== "VersionConflict", times: maxRetries }), retryConflicts);
});
