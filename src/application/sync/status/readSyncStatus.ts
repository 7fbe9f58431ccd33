import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { inStep } from "../../../domain/failure/traced.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { DeadLetters, everyDeadLetter } from "../../../domain/sync/DeadLetters.ts";
import { FollowedRepositories } from "../../../domain/sync/stream/FollowedRepositories.ts";
import { type SyncCursor, SyncCursors } from "../../../domain/sync/stream/SyncCursors.ts";
import {
  type MinuteCount,
  type SourceError,
  type StoredSyncReport,
  SyncReports
} from "../../../domain/sync/stream/SyncReports.ts";
import type { SyncSource } from "../../../domain/sync/stream/SyncSource.ts";
import { eventsPerSecond, everyMinute } from "../../../domain/sync/stream/sourceHistory.ts";
import { type SourceState, sourceState } from "../../../domain/sync/stream/sourceState.ts";
import { FollowedSource } from "./FollowedSource.ts";

/** When a record of a collection last changed according to the source, in Unix milliseconds. */
export interface CollectionReport {
  readonly collection: string;
  readonly lastEventAt: number | null;
}

/** What is known of the source that is followed. Times are in Unix milliseconds. */
export interface SourceStatus {
  readonly source: SyncSource;
  readonly state: SourceState;
  readonly cursor: SyncCursor;
  /** How long ago the source saw the last event that is stored, in milliseconds; null if it does not say. */
  readonly lag: number | null;
  readonly eventsPerSecond: number;
  readonly lastEventAt: number | null;
  readonly lastError: SourceError | null;
  /** The last 60 minutes, oldest first. */
  readonly minutes: ReadonlyArray<MinuteCount>;
  /** The collections in use by name, with the time when a change of one of their records last arrived; null for never. */
  readonly collections: ReadonlyArray<CollectionReport>;
}

/** The state of live sync. `followed` is null if it is off. */
export interface SyncStatus {
  readonly followed: SourceStatus | null;
  readonly repositories: { readonly known: number; readonly desynchronized: number };
  readonly deadLetters: number;
}

const nothingReported: Pick<StoredSyncReport, "collections" | "lastError" | "lastEventAt" | "minutes"> = {
  collections: {},
  lastError: null,
  lastEventAt: null,
  minutes: []
};

const readSource = Effect.fnUntraced(function* (source: SyncSource) {
  const now = yield* Clock.currentTimeMillis;
  const reports = yield* SyncReports;
  const cursors = yield* SyncCursors;
  const report = yield* reports.find(source.address);
  const cursor = yield* cursors.find(source.address);
  const { collections, lastError, lastEventAt, minutes } = Option.getOrElse(report, () => nothingReported);
  return {
    source,
    state: sourceState(report, now),
    cursor,
    lag: cursor.time === null ? null : Math.max(0, now - cursor.time),
    eventsPerSecond: eventsPerSecond(minutes, now),
    lastEventAt,
    lastError,
    minutes: everyMinute(minutes, now),
    collections: Object.entries(collections)
      .map(([collection, at]) => ({ collection, lastEventAt: at }))
      .toSorted((left, right) => (left.collection < right.collection ? -1 : 1))
  } satisfies SourceStatus;
});

/** Reads the state of live sync as all processes of the instance see it. */
export const readSyncStatus = Effect.gen(function* () {
  const source = yield* FollowedSource;
  const { desynchronized } = yield* (yield* FollowedRepositories).count;
  const actors = yield* KnownActors;
  const letters = yield* DeadLetters;
  return {
    followed: source === null ? null : yield* readSource(source),
    repositories: { known: yield* actors.count, desynchronized },
    deadLetters: yield* letters.count(everyDeadLetter)
  } satisfies SyncStatus;
}).pipe(inStep("readSyncStatus"));
