import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { type DatabaseFigures, DatabaseStatus } from "../../domain/health/DatabaseStatus.ts";
import { findHealthProblems } from "../../domain/health/findHealthProblems.ts";
import { type HealthMinute, healthMinutes, sumCalls, sumRequests } from "../../domain/health/HealthMinute.ts";
import type { HealthProblem } from "../../domain/health/HealthProblem.ts";
import { type ProcessReport, ProcessReports } from "../../domain/health/ProcessReports.ts";
import type { QueueLength } from "../../domain/health/QueueLength.ts";
import { addRequests, noRequests, type RequestCounts } from "../../domain/health/RequestCounts.ts";
import type { RequestKind } from "../../domain/health/RequestKind.ts";
import { failedCalls, type ServerCalls } from "../../domain/health/ServerCalls.ts";
import { OpenWrites } from "../../domain/record/write/OpenWrites.ts";
import { PendingRevocations } from "../../domain/session/PendingRevocations.ts";
import { DueRepositories } from "../../domain/sync/backfill/DueRepositories.ts";
import { DeadLetters, everyDeadLetter } from "../../domain/sync/DeadLetters.ts";
import { minuteOf } from "../../domain/sync/stream/minuteOf.ts";
import { SyncReports } from "../../domain/sync/stream/SyncReports.ts";
import { type SourceState, sourceState } from "../../domain/sync/stream/sourceState.ts";
import { WebhookOutbox } from "../../domain/webhook/WebhookOutbox.ts";
import { FollowedSource } from "../sync/status/FollowedSource.ts";
import { readSealStatus, type SealStatus } from "../transparency/readSealStatus.ts";

/** The most hosts and tables that are shown. */
const shownServers = 50;
const shownTables = 8;

/** What waits to be done in the background. */
export type QueueName = "revocations" | "writes" | "repositories" | "dead-letters" | "unsealed-events" | "webhook";

/** The requests of a minute, without their kinds. `minute` is its start in Unix milliseconds. */
export interface MinuteOfRequests extends RequestCounts {
  readonly minute: number;
}

/** The health of the instance as all of its processes report it. Times are in Unix milliseconds. */
export interface Health {
  readonly at: number;
  readonly problems: ReadonlyArray<HealthProblem>;
  /** The last 60 minutes, oldest first. */
  readonly minutes: ReadonlyArray<MinuteOfRequests>;
  /** The last hour by kind of request. Kinds without requests are missing. */
  readonly kinds: ReadonlyMap<RequestKind, RequestCounts>;
  /** The last hour by host, those with most failures first, then those with most calls. */
  readonly servers: ReadonlyArray<readonly [host: string, calls: ServerCalls]>;
  readonly queues: Readonly<Record<QueueName, QueueLength>>;
  readonly sealing: SealStatus;
  /** Null if no source is followed. */
  readonly source: SourceState | null;
  /** Null if the storage is no database. */
  readonly database: DatabaseFigures | null;
  readonly processes: ReadonlyArray<ProcessReport>;
}

/** Adds up all minutes of the last hour, and those without requests. */
const everyMinute = (minutes: ReadonlyArray<HealthMinute>, now: number): ReadonlyArray<MinuteOfRequests> => {
  const byMinute = Map.groupBy(minutes, ({ minute }) => minute);
  return Array.from({ length: healthMinutes }, (_, at) => {
    const minute = minuteOf(now) - (healthMinutes - 1 - at) * 60_000;
    const counts = [...sumRequests(byMinute.get(minute) ?? []).values()];
    return { minute, ...counts.reduce(addRequests, noRequests) };
  });
};

const byFailures = ([, left]: readonly [string, ServerCalls], [, right]: readonly [string, ServerCalls]): number =>
  failedCalls(right) - failedCalls(left) || right.calls - left.calls;

const readSource = Effect.gen(function* () {
  const source = yield* FollowedSource;
  if (source === null) return null;
  return sourceState(yield* (yield* SyncReports).find(source.address), yield* Clock.currentTimeMillis);
});

const readQueues = Effect.gen(function* () {
  const sealing = yield* readSealStatus;
  const letters = yield* (yield* DeadLetters).count(everyDeadLetter);
  const { givenUp, pending } = yield* (yield* WebhookOutbox).counts;
  const queues: Health["queues"] = {
    revocations: yield* (yield* PendingRevocations).length,
    writes: yield* (yield* OpenWrites).length,
    repositories: yield* (yield* DueRepositories).length,
    "dead-letters": { waiting: letters, failed: letters },
    "unsealed-events": { waiting: sealing.lagEvents, failed: 0 },
    webhook: { waiting: pending, failed: givenUp }
  };
  return { queues, sealing };
});

/** Reads the health of the instance as all of its processes report it. */
export const readHealth = Effect.gen(function* () {
  const processes = yield* (yield* ProcessReports).list;
  const { queues, sealing } = yield* readQueues;
  const database = yield* (yield* DatabaseStatus).read(shownTables);
  const source = yield* readSource;
  const at = yield* Clock.currentTimeMillis;
  const first = minuteOf(at) - (healthMinutes - 1) * 60_000;
  const minutes = processes.flatMap((report) => report.minutes.filter(({ minute }) => minute >= first));
  return {
    at,
    problems: findHealthProblems({ now: at, processes, sealing, source, database }),
    minutes: everyMinute(minutes, at),
    kinds: sumRequests(minutes),
    servers: [...sumCalls(minutes)].toSorted(byFailures).slice(0, shownServers),
    queues,
    sealing,
    source,
    database,
    processes
  } satisfies Health;
});
