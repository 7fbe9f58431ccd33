import * as Cause from "effect/Cause";
import * as Chunk from "effect/Chunk";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Queue from "effect/Queue";
import * as Stream from "effect/Stream";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { CursorBeyondHead, EventLog } from "../../domain/event/EventLog.ts";
import type { VerificationHistory } from "../../domain/verification/VerificationHistory.ts";
import { reconnectBackoff } from "../background/backoff.ts";
import { forkSupervised } from "../background/supervise.ts";
import { decodeRecorded } from "../event/decodeRecorded.ts";
import { clientRegistry, type Registry } from "./clientRegistry.ts";
import { type DeletedClients, deletedClients } from "./deletedClients.ts";
import { type Ended, endedAuthorizations } from "./endedAuthorizations.ts";
import { lexiconDigest } from "./lexiconDigest.ts";
import { type DecodedEvent, makeProjection, type Projection } from "./Projection.ts";
import { type ReadModel, skippedBy } from "./ReadModel.ts";
import { replayLog } from "./replayLog.ts";
import { loadSnapshot } from "./snapshot/loadSnapshot.ts";
import { type Saved, saveAsTheyMove, saveSnapshot } from "./snapshot/saveSnapshots.ts";
import { UnreadableEvents } from "./UnreadableEvents.ts";
import { verificationRuns } from "./verificationRuns.ts";

/**
 * Everything from the log that a process holds in memory: folded from snapshots and in one pass at startup, and by one
 * subscriber afterwards.
 */
export class ReadModels extends Context.Tag("application/ReadModels")<
  ReadModels,
  {
    readonly clients: Projection<Registry>;
    readonly ended: Projection<Ended>;
    readonly lexicons: Projection<string>;
    readonly deletedClients: Projection<DeletedClients>;
    readonly verifications: Projection<VerificationHistory>;
    /** Why the read models cannot answer a query, in one sentence; null when they can answer all. */
    readonly problem: Effect.Effect<string | null>;
  }
>() {}

const skippedTypes = skippedBy(clientRegistry, endedAuthorizations, lexiconDigest, deletedClients, verificationRuns);

const outOfDate = "The read models are outdated: the job that follows the event log died and is being restarted";

/** Logs that the process cannot read an event: once for each type and reach. */
const report = Effect.fnUntraced(function* (unreadable: UnreadableEvents, recorded: RecordedEvent) {
  const { isFirst, problem, reach } = unreadable.note(recorded);
  const isSkipped = reach === "nothing";
  if (isFirst && isSkipped)
    yield* Effect.logWarning(`${problem.message}. Such events are skipped: no read model depends on them`);
  if (isFirst && !isSkipped)
    yield* Effect.logError(
      `${problem.message}. Until then /ready responds with 503, and requests that depend on it are refused`
    );
  return isSkipped ? null : problem;
});

/** After a backup is restored, this process may hold events in memory that the log does not have. */
const beyondHead = (cause: Cause.Cause<unknown>): string | null =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => null,
    onSome: (error) =>
      error instanceof CursorBeyondHead
        ? `the log ends at position ${error.head}, but this process has read it up to position ${error.cursor}. A backup was restored: restart the process`
        : null
  });

/** Creates the projection of a read model from its snapshot, or at the start of the log. */
const fromSnapshot = Effect.fnUntraced(function* <State>(model: ReadModel<State>, unreadable: UnreadableEvents) {
  const at = yield* loadSnapshot(model);
  const { fold, projection } = yield* makeProjection(model, at, unreadable);
  const saved: Saved<State> = { model, at: projection.at, savedAt: at.position };
  return {
    start: at.position,
    fold,
    projection,
    save: (problem: Effect.Effect<string | null>) => saveSnapshot(saved, problem)
  };
});

const makeReadModels = Effect.gen(function* () {
  const log = yield* EventLog;
  const unreadable = new UnreadableEvents();
  const clients = yield* fromSnapshot(clientRegistry, unreadable);
  const ended = yield* fromSnapshot(endedAuthorizations, unreadable);
  const lexicons = yield* fromSnapshot(lexiconDigest, unreadable);
  const deleted = yield* fromSnapshot(deletedClients, unreadable);
  const verifications = yield* fromSnapshot(verificationRuns, unreadable);
  const models = [clients, ended, lexicons, deleted, verifications];
  const moved = yield* Queue.sliding<void>(1);
  let position = Math.min(...models.map(({ start }) => start));

  /** Folds a page. Returns the first event that cannot be read and is not skipped. */
  const applyPage = Effect.fnUntraced(function* (page: ReadonlyArray<RecordedEvent>, upTo: number) {
    const events: Array<DecodedEvent> = [];
    let problem = null;
    for (const recorded of page) {
      if (skippedTypes.has(recorded.type)) continue;
      const event = decodeRecorded(recorded);
      if (Either.isRight(event)) events.push({ recorded, event: event.right });
      else {
        const found = yield* report(unreadable, recorded);
        problem ??= found;
      }
    }
    for (const { fold } of models) yield* fold(events, upTo);
    position = upTo;
    yield* Queue.offer(moved, undefined);
    return problem;
  });

  yield* replayLog(position, skippedTypes, (page, upTo) =>
    Effect.flatMap(applyPage(page, upTo), (problem) => (problem === null ? Effect.void : Effect.fail(problem)))
  );

  const follow = Effect.gen(function* () {
    yield* replayLog(position, skippedTypes, applyPage);
    unreadable.stall(null);
    yield* log.follow(position).pipe(
      Stream.chunks,
      Stream.runForEach((chunk) => {
        const page = Chunk.toReadonlyArray(chunk);
        return applyPage(page, page.at(-1)?.position ?? position);
      })
    );
  });
  yield* forkSupervised("follow the event log", {
    fatal: beyondHead,
    onDeath: Effect.sync(() => unreadable.stall(outOfDate))
  })(Effect.retry(follow, { schedule: reconnectBackoff, while: ({ _tag }) => _tag === "EventLogUnavailable" }));

  const problem = Effect.sync(() => unreadable.problem);
  yield* forkSupervised("save snapshots of the read models")(
    saveAsTheyMove(
      moved,
      Effect.forEach(models, ({ save }) => save(problem), { discard: true })
    )
  );

  return ReadModels.of({
    clients: clients.projection,
    ended: ended.projection,
    lexicons: lexicons.projection,
    deletedClients: deleted.projection,
    verifications: verifications.projection,
    problem
  });
});

/** The read models of one process, shared by all its projections. */
export const layer = Layer.scoped(ReadModels, makeReadModels);
