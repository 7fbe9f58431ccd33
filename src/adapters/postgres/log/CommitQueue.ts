import type { SqlClient } from "@effect/sql/SqlClient";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { forkSupervised } from "../../../application/background/supervise.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLogUnavailable, type VersionConflict } from "../../../domain/event/EventLog.ts";
import type { AlreadyUsed, IdentityUnknown, UnitOfWork } from "../../../domain/event/UnitOfWork.ts";
import { inCommitSpan } from "../connection/statementSpans.ts";
import { appendFailure, isRefused } from "./appendFailure.ts";
import { type CommitSources, commitBatch } from "./commitBatch.ts";

type CommitError = AlreadyUsed | IdentityUnknown | VersionConflict | EventLogUnavailable;

interface Pending {
  readonly unit: UnitOfWork;
  readonly resume: (outcome: Effect.Effect<ReadonlyArray<RecordedEvent>, CommitError>) => void;
  abandoned: boolean;
}

/** Two, so that one batch is prepared while another is being stored. */
const writers = 2;
const unitsPerBatch = 128;
const eventsPerBatch = 512;

const noOutcome = appendFailure(new Error("the database returned no outcome for this unit of work"));

const failAll = (
  batch: ReadonlyArray<Pending>,
  failure: Effect.Effect<never, EventLogUnavailable>
): Effect.Effect<void> =>
  Effect.sync(() => {
    for (const { resume } of batch) resume(failure);
  });

/** What two units of one batch may not have in common: streams, single uses, and rows of the vault. */
const claimsOf = ({ appends, secrets, uses }: UnitOfWork): ReadonlyArray<string> => [
  ...appends.map(({ stream }) => `stream ${stream}`),
  ...uses.map(({ id, scope }) => `use ${scope}\0${id}`),
  ...secrets.map(({ row }) => `row ${row}`)
];

/** Takes a batch from the waiting units, in their order, up to a number of events. Of units with a common claim, only the first is taken. */
const split = (waiting: ReadonlyArray<Pending>): readonly [now: ReadonlyArray<Pending>, later: Array<Pending>] => {
  const now: Array<Pending> = [];
  const later: Array<Pending> = [];
  const claimed = new Set<string>();
  let events = 0;
  for (const pending of waiting) {
    if (pending.abandoned) continue;
    const claims = claimsOf(pending.unit);
    const added = pending.unit.appends.reduce((sum, append) => sum + append.events.length, 0);
    const fits = now.length === 0 || (now.length < unitsPerBatch && events + added <= eventsPerBatch);
    if (!fits || claims.some((claim) => claimed.has(claim))) later.push(pending);
    else {
      now.push(pending);
      events += added;
    }
    for (const claim of claims) claimed.add(claim);
  }
  return [now, later];
};

/**
 * Makes a function that commits concurrent units of work in one transaction. A failed batch fails only the callers whose units
 * are in it. If a caller is interrupted, its unit is withdrawn while it waits, and may be committed once it is being written.
 */
export const makeCommitQueue: (
  sql: SqlClient,
  sources: CommitSources
) => Effect.Effect<(unit: UnitOfWork) => Effect.Effect<ReadonlyArray<RecordedEvent>, CommitError>, never, Scope.Scope> =
  Effect.fnUntraced(function* (sql, sources) {
    const waiting: Array<Pending> = [];
    const arrived = yield* Effect.makeLatch();

    const flush = (batch: ReadonlyArray<Pending>): Effect.Effect<void> => {
      if (batch.length === 0) return Effect.void;
      return commitBatch(
        sql,
        sources,
        batch.map(({ unit }) => unit)
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
    /** The yield lets fibers that are about to commit join the batch. */
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

    return (unit) =>
      inCommitSpan(
        Effect.async((resume) => {
          if (stopped) return resume(stopping);
          const pending: Pending = { unit, resume, abandoned: false };
          waiting.push(pending);
          arrived.unsafeOpen();
          return Effect.sync(() => {
            pending.abandoned = true;
          });
        })
      );
  });
