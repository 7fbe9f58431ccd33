import type { SqlClient } from "@effect/sql/SqlClient";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { forkSupervised } from "../../../application/background/supervise.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLogUnavailable, type VersionConflict } from "../../../domain/event/EventLog.ts";
import { type Append, type AppendSources, appendBatch } from "./appendBatch.ts";
import { appendFailure, isRefused } from "./appendFailure.ts";

type AppendError = VersionConflict | EventLogUnavailable;

interface Pending {
  readonly append: Append;
  readonly resume: (outcome: Effect.Effect<ReadonlyArray<RecordedEvent>, AppendError>) => void;
  abandoned: boolean;
}

/** Two, so that one batch is prepared while another is being stored. */
const writers = 2;
const appendsPerBatch = 128;
const eventsPerBatch = 512;

const noOutcome = appendFailure(new Error("the database returned no outcome for this append"));

const failAll = (
  batch: ReadonlyArray<Pending>,
  failure: Effect.Effect<never, EventLogUnavailable>
): Effect.Effect<void> =>
  Effect.sync(() => {
    for (const { resume } of batch) resume(failure);
  });

/** Takes a batch from the waiting appends: up to one per stream, in their order, up to a number of events. */
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

/**
 * Makes a function that appends concurrent appends in one transaction. A failed batch fails only the callers whose appends are
 * in it. If a caller is interrupted, its append is withdrawn while it waits, and may be committed once it is being written.
 */
export const makeAppendQueue: (
  sql: SqlClient,
  sources: AppendSources
) => Effect.Effect<(append: Append) => Effect.Effect<ReadonlyArray<RecordedEvent>, AppendError>, never, Scope.Scope> =
  Effect.fnUntraced(function* (sql, sources) {
    const waiting: Array<Pending> = [];
    const arrived = yield* Effect.makeLatch();

    const flush = (batch: ReadonlyArray<Pending>): Effect.Effect<void> => {
      if (batch.length === 0) return Effect.void;
      return appendBatch(
        sql,
        sources,
        batch.map(({ append }) => append)
      ).pipe(
        Effect.matchCauseEffect({
          onSuccess: (outcomes) =>
            Effect.sync(() => {
              for (const [index, { resume }] of batch.entries()) resume(outcomes[index] ?? noOutcome);
            }),
          onFailure: (cause) => {
            const error = Cause.squash(cause);
            return batch.length > 1 && isRefused(error)
              ? Effect.forEach(batch, (pending) => flush([pending]), { discard: true })
              : failAll(batch, appendFailure(error));
          }
        })
      );
    };

    const flushPending = Effect.suspend(() => {
      const [now, later] = split(waiting.splice(0));
      waiting.push(...later);
      if (later.length === 0) arrived.unsafeClose();
      return flush(now);
    });
    /** The yield lets fibers that are about to append join the batch. */
    const writeNext = arrived.await.pipe(
      Effect.zipRight(Effect.yieldNow({ priority: 1 })),
      Effect.zipRight(Effect.uninterruptible(flushPending))
    );

    let stopped = false;
    const stopping = Effect.fail(
      new EventLogUnavailable({ operation: "append", reason: "stopping", cause: "the service is stopping" })
    );
    const stop = Effect.suspend(() => {
      stopped = true;
      return failAll(waiting.splice(0), stopping);
    });
    yield* Effect.addFinalizer(() => stop);
    yield* Effect.replicateEffect(forkSupervised("append events")(Effect.forever(writeNext)), writers);

    return (append) =>
      Effect.async((resume) => {
        if (stopped) return resume(stopping);
        const pending: Pending = { append, resume, abandoned: false };
        waiting.push(pending);
        arrived.unsafeOpen();
        return Effect.sync(() => {
          pending.abandoned = true;
        });
      });
  });
