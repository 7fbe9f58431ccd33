import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Schedule from "effect/Schedule";
import { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { DeadLetter } from "../../../domain/sync/DeadLetters.ts";
import { LeaseLost, SyncCursors } from "../../../domain/sync/stream/SyncCursors.ts";
import type { SyncSource } from "../../../domain/sync/stream/SyncSource.ts";
import { isRejection } from "../isRejection.ts";
import type { CheckedBatch, PositionedEvent } from "./CheckedBatch.ts";
import type { CheckedCommit, RecordLetter } from "./CheckedCommit.ts";
import { rejectedLetter } from "./rejectedLetter.ts";
import { type Subscription, storeBatch } from "./storeBatch.ts";

const isUnreachable = (failure: unknown): boolean => failure instanceof RecordIndexUnavailable && !isRejection(failure);

/**
 * Whether the failure is no fault of an event: another process has taken over, this one stops, or the index is unreachable,
 * or refuses everything, as with a missing privilege.
 */
const isFinal = (cause: Cause.Cause<unknown>): boolean =>
  Cause.isInterrupted(cause) ||
  [...Cause.failures(cause)].some((failure) => failure instanceof LeaseLost || isUnreachable(failure));

/** How a single event that cannot be stored is tried again. */
const retries = { times: 2, schedule: Schedule.spaced("200 millis") };

const unstorable = "It could not be stored. The log of the service has the reason.";

/** Returns the letter for an event that cannot be stored in any form. */
const letterFor = ({ event }: PositionedEvent, { kind }: SyncSource, receivedAt: number): DeadLetter => ({
  source: kind,
  did: event.did,
  collection: null,
  uri: null,
  cid: null,
  rev: "rev" in event ? event.rev : null,
  reason: "undecodable",
  detail: unstorable,
  value: null,
  bytes: null,
  receivedAt
});

/** Returns a commit whose records become dead letters, and are removed from the index. */
const withoutRecords = (commit: CheckedCommit, { kind }: SyncSource, receivedAt: number): CheckedCommit => {
  const letters = commit.changes.flatMap((change): ReadonlyArray<RecordLetter> => {
    const letter = rejectedLetter(change, kind, unstorable, receivedAt);
    return letter === null ? [] : [{ access: "open", letter }];
  });
  const changes = commit.changes.map((change) => ({ ...change, record: null }));
  return { ...commit, changes, deadLetters: [...commit.deadLetters, ...letters], introducesAuthor: false };
};

/** Stores as much as possible of a batch with one event that cannot be stored as it is. */
const storeWithout = Effect.fnUntraced(function* (
  batch: CheckedBatch,
  only: PositionedEvent,
  subscription: Subscription,
  receivedAt: number
) {
  const { source } = subscription;
  const letter = letterFor(only, source, receivedAt);
  const nothing = storeBatch({ ...batch, events: [], undecodable: [...batch.undecodable, letter] }, subscription);
  if (only.event._tag !== "Checked") return yield* nothing;
  const event = withoutRecords(only.event, source, receivedAt);
  const removed = storeBatch({ ...batch, events: [{ ...only, event }] }, subscription);
  return yield* Effect.catchAllCause(removed, (cause) => (isFinal(cause) ? Effect.failCause(cause) : nothing));
});

/** Splits a batch after its first half. Only the last part moves the cursor to the end. */
const halves = (batch: CheckedBatch): readonly [CheckedBatch, CheckedBatch] => {
  const middle = Math.ceil(batch.events.length / 2);
  const [first, second] = [batch.events.slice(0, middle), batch.events.slice(middle)];
  const cursor = first.at(-1)?.cursor ?? batch.cursor;
  return [
    { ...batch, events: first, undecodable: [], cursor, time: batch.time },
    { ...batch, events: second }
  ];
};

/**
 * Stores a batch. When that fails although the storage works, the batch is divided until the event is found that cannot
 * be stored; it becomes a dead letter, so that it does not block those after it.
 */
export const storeOrIsolate: (
  batch: CheckedBatch,
  subscription: Subscription,
  receivedAt: number
) => ReturnType<typeof storeBatch> = Effect.fnUntraced(function* (batch, subscription, receivedAt) {
  const exit = yield* Effect.exit(storeBatch(batch, subscription));
  if (Exit.isSuccess(exit)) return exit.value;
  if (isFinal(exit.cause)) return yield* Effect.failCause(exit.cause);
  // Fails if the storage is unavailable: then the batch is delivered again once it works.
  yield* (yield* SyncCursors).find(subscription.source.address);
  const [only, ...others] = batch.events;
  if (only === undefined) return yield* Effect.failCause(exit.cause);
  if (others.length > 0) {
    const [first, second] = halves(batch);
    yield* storeOrIsolate(first, subscription, receivedAt);
    return yield* storeOrIsolate(second, subscription, receivedAt);
  }
  // A deadlock, or another failure that passes, is not a fault of the event.
  const again = yield* Effect.exit(Effect.retry(storeBatch(batch, subscription), retries));
  if (Exit.isSuccess(again)) return again.value;
  if (isFinal(again.cause)) return yield* Effect.failCause(again.cause);
  yield* Effect.logError(`An event of ${only.event.did} at ${only.cursor} cannot be stored`, exit.cause);
  return yield* storeWithout(batch, only, subscription, receivedAt);
});
