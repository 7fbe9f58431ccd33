import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import * as Stream from "effect/Stream";
import type { Did } from "../../../domain/atproto/Did.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { RepoEvents } from "../../../domain/sync/stream/RepoEvents.ts";

const pageSize = 500;

/** Makes the source deliver the repositories of every known account, because a Tap delivers only those that it tracks. */
export const trackKnown = Effect.gen(function* () {
  const actors = yield* KnownActors;
  const source = yield* RepoEvents;
  for (let after: Did | null = null; ; ) {
    const dids: ReadonlyArray<Did> = yield* actors.list(after, pageSize);
    if (dids.length > 0) yield* source.track(dids);
    if (dids.length < pageSize) return;
    after = dids.at(-1) ?? null;
  }
});

/** The events after which an account may be known that was not before: it signed in, or its repository was fetched. */
const introducing: ReadonlySet<string> = new Set(["LoginCompleted.v1", "RepositoryIndexed.v2"]);

const retryMs = 5_000;

/**
 * Makes the source deliver the repositories of accounts that become known while it is followed, indefinitely. What fails
 * while the source is unreachable is made up for when it is connected to again (`trackKnown`).
 */
export const trackNewlyKnown = Effect.gen(function* () {
  const log = yield* EventLog;
  const source = yield* RepoEvents;
  yield* log.follow(yield* log.head).pipe(
    Stream.filter(({ type }) => introducing.has(type)),
    Stream.runForEach(({ subjectDid }) =>
      subjectDid === null ? Effect.void : Effect.ignore(source.track([subjectDid]))
    )
  );
}).pipe(
  Effect.catchAll((problem) => Effect.logDebug("The accounts that sign in are not tracked at the source", problem)),
  Effect.repeat(Schedule.spaced(retryMs))
);
