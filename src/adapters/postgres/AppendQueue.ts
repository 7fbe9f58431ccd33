import type { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import * as Cause from "effect/Cause";
import * as Chunk from "effect/Chunk";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Queue from "effect/Queue";
import type * as Scope from "effect/Scope";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLogUnavailable, type VersionConflict } from "../../domain/event/EventLog.ts";
import { type Append, appendBatch } from "./appendBatch.ts";

type AppendError = VersionConflict | EventLogUnavailable;

interface Pending {
  readonly append: Append;
  readonly done: Deferred.Deferred<ReadonlyArray<RecordedEvent>, AppendError>;
  abandoned: boolean;
}

const waitingAtMost = 8_192;
const appendsPerBatch = 512;
const eventsPerBatch = 1_024;

const unavailable = (cause: unknown): EventLogUnavailable => new EventLogUnavailable({ operation: "append", cause });

const unanswered = Effect.fail(unavailable(new Error("the database gave no answer for this append")));

const failAll = (batch: ReadonlyArray<Pending>, cause: unknown): Effect.Effect<void> =>
  Effect.forEach(batch, ({ done }) => Deferred.fail(done, unavailable(cause)), { discard: true });

/** What can go together: one append per stream, in the order of arrival, up to a number of events; the rest for later. */
const split = (waiting: ReadonlyArray<Pending>): readonly [now: ReadonlyArray<Pending>, later: Array<Pending>] => {
  const now: Array<Pending> = [];
  const later: Array<Pending> = [];
  const streams = new Set<string>();
  let events = 0;
  for (const pending of waiting) {
    if (pending.abandoned) continue;
    const { stream, events: added } = pending.append;
    const fits = now.length === 0 || (now.length < appendsPerBatch && events + added.length <= eventsPerBatch);
    if (!fits || streams.has(stream)) later.push(pending);
    else {
      now.push(pending);
      events += added.length;
    }
    streams.add(stream);
  }
  return [now, later];
};

/** The statement was refused for what it holds (SQLSTATE classes 22, 23 and 54), not for the state of the server. */
const isRefused = (cause: Cause.Cause<SqlError>): boolean => {
  const error = Cause.squash(cause);
  if (!(error instanceof SqlError) || !(error.cause instanceof Error) || !("code" in error.cause)) return false;
  return /^(?:22|23|54)/.test(String(error.cause.code));
};

/**
 * Appends what arrives together in one transaction. One fiber writes; a failed batch fails its callers and nothing
 * else. A caller that is interrupted while its append waits withdraws it; one that is being written may be committed.
 */
export const makeAppendQueue = (
  sql: SqlClient
): Effect.Effect<(append: Append) => Effect.Effect<ReadonlyArray<RecordedEvent>, AppendError>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const queue = yield* Queue.bounded<Pending>(waitingAtMost);

    const flush = (batch: ReadonlyArray<Pending>): Effect.Effect<void> =>
      appendBatch(
        sql,
        batch.map(({ append }) => append)
      ).pipe(
        Effect.matchCauseEffect({
          onSuccess: (outcomes) =>
            Effect.sync(() => {
              for (const [index, { done }] of batch.entries()) Deferred.unsafeDone(done, outcomes[index] ?? unanswered);
            }),
          onFailure: (cause) =>
            batch.length > 1 && isRefused(cause)
              ? Effect.forEach(batch, (pending) => flush([pending]), { discard: true })
              : failAll(batch, Cause.squash(cause))
        })
      );

    let carried: ReadonlyArray<Pending> = [];
    const arrivals = Effect.suspend(() => {
      if (carried.length === 0) return Queue.takeBetween(queue, 1, appendsPerBatch);
      return Queue.takeUpTo(queue, Math.max(0, appendsPerBatch - carried.length));
    });
    const writeNext = Effect.gen(function* () {
      const arrived = yield* arrivals;
      const [now, later] = split([...carried, ...arrived]);
      carried = later;
      if (now.length > 0) yield* Effect.uninterruptible(flush(now));
    });

    const closed = Effect.gen(function* () {
      const waiting = Chunk.toReadonlyArray(yield* Queue.takeAll(queue));
      yield* failAll([...carried, ...waiting], new Error("the service is stopping"));
    });
    yield* writeNext.pipe(Effect.forever, Effect.ensuring(closed), Effect.forkScoped);

    return (append) =>
      Effect.gen(function* () {
        const done = yield* Deferred.make<ReadonlyArray<RecordedEvent>, AppendError>();
        const pending: Pending = { append, done, abandoned: false };
        yield* Queue.offer(queue, pending);
        return yield* Deferred.await(pending.done).pipe(
          Effect.onInterrupt(() =>
            Effect.sync(() => {
              pending.abandoned = true;
            })
          )
        );
      });
  });
