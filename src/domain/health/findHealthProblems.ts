import type { SourceState } from "../sync/stream/sourceState.ts";
import type { DatabaseFigures } from "./DatabaseStatus.ts";
import { type HealthMinute, sumCalls, sumRequests } from "./HealthMinute.ts";
import { type HealthProblem, settingsOfOneProcess } from "./HealthProblem.ts";
import { quantileOf, sizeOf } from "./LatencyHistogram.ts";
import type { ProcessReport } from "./ProcessReports.ts";
import { isRunning, isSilent } from "./processLiveness.ts";
import { addRequests, noRequests, totalOf } from "./RequestCounts.ts";
import { failedCalls, otherHosts } from "./ServerCalls.ts";
import { walArchivingFault } from "./WalArchiving.ts";

/** What is known of an instance at a time in Unix milliseconds. */
export interface HealthFacts {
  readonly now: number;
  readonly processes: ReadonlyArray<ProcessReport>;
  readonly sealing: { readonly lagSeconds: number; readonly refusal: string | null };
  /** Null if no source is followed. */
  readonly source: SourceState | null;
  readonly database: DatabaseFigures | null;
}

const minuteMs = 60_000;

/** Failures and latencies are judged by the last minutes, so that a problem that is over is not shown for an hour. */
const judgedMinutes = 5;

/** The minimum number of failed requests or calls, and the minimum part of all, that make a problem. */
const minFailures = 5;
const minFailedRequests = 0.05;
const minFailedCalls = 0.5;

/** The minimum number of queries for a judgement of their latency, and the p95 above which they are slow. */
const minQueries = 20;
const slowQuery = 2_000;

const slowLoop = 200;
const lateSeconds = 60;
const usedConnections = 0.9;

/** One problem for each replica, although all processes may report it. */
const replicaProblems = (running: ReadonlyArray<ProcessReport>): ReadonlyArray<HealthProblem> => {
  const found = new Map<string, HealthProblem>();
  for (const { state } of running)
    for (const [replica, reason] of Object.entries(state.replicasLeftOut))
      found.set(replica, { _tag: "ReplicaLeftOut", replica, reason, host: state.host });
  return [...found.values()];
};

const recent = ({ now, processes }: HealthFacts): ReadonlyArray<HealthMinute> =>
  processes.flatMap(({ minutes }) => minutes.filter(({ minute }) => minute > now - judgedMinutes * minuteMs));

/** A process of a version that does not report a setting has no value that could differ. */
const differingSettings = (running: ReadonlyArray<ProcessReport>): ReadonlyArray<string> => {
  const names = new Set(running.flatMap(({ state }) => Object.keys(state.settings)));
  const values = (name: string) => new Set(running.flatMap(({ state }) => state.settings[name] ?? []));
  return [...names].filter((name) => !settingsOfOneProcess.has(name) && values(name).size > 1);
};

const processProblems = ({ now, processes }: HealthFacts): ReadonlyArray<HealthProblem> => {
  const running = processes.filter((report) => isRunning(report, now));
  const silent = processes.filter((report) => isSilent(report, now));
  const names = differingSettings(running);
  return [
    ...(running.length === 0 ? [{ _tag: "NoProcessReports" } as const] : []),
    ...silent.map(({ at, state: { host, pid } }): HealthProblem => ({ _tag: "ProcessSilent", host, pid, since: at })),
    ...running.flatMap(
      ({ state: { eventLoopDelay: delay, host, jobDeaths, pid } }): ReadonlyArray<HealthProblem> => [
        ...(delay > slowLoop ? [{ _tag: "EventLoopDelayed", host, pid, delay } as const] : []),
        ...Object.entries(jobDeaths).map(([job, deaths]): HealthProblem => ({ _tag: "JobDied", job, deaths, host }))
      ]
    ),
    ...replicaProblems(running),
    ...(names.length === 0 ? [] : [{ _tag: "SettingsDiffer", names: names.toSorted() } as const])
  ];
};

const requestProblems = (minutes: ReadonlyArray<HealthMinute>): ReadonlyArray<HealthProblem> => {
  const kinds = sumRequests(minutes);
  const all = [...kinds.values()].reduce(addRequests, noRequests);
  const requests = totalOf(all);
  const latencies = kinds.get("graphql-query")?.latencies ?? [];
  const p95 = quantileOf(latencies, 0.95) ?? 0;
  return [
    ...(all.failed >= minFailures && all.failed >= minFailedRequests * requests
      ? [{ _tag: "RequestsFail", failed: all.failed, requests } as const]
      : []),
    ...(sizeOf(latencies) >= minQueries && p95 > slowQuery ? [{ _tag: "QueriesSlow", p95 } as const] : [])
  ];
};

const serverProblems = (minutes: ReadonlyArray<HealthMinute>): ReadonlyArray<HealthProblem> =>
  [...sumCalls(minutes)].flatMap(([server, calls]): ReadonlyArray<HealthProblem> => {
    const failed = failedCalls(calls);
    if (server === otherHosts || calls.lastFailure === null) return [];
    if (failed < minFailures || failed < minFailedCalls * calls.calls) return [];
    return [{ _tag: "ServerFails", server, failed, calls: calls.calls, reason: calls.lastFailure.reason }];
  });

const sourceProblems = ({ now, source }: HealthFacts): ReadonlyArray<HealthProblem> => {
  if (source === null || source._tag === "Connected") return [];
  const isShort = source.since !== null && now - source.since < minuteMs;
  return isShort ? [] : [{ _tag: "SourceLost", since: source.since, isUnattended: source._tag === "Unattended" }];
};

const databaseProblems = ({ database, now }: HealthFacts): ReadonlyArray<HealthProblem> => {
  if (database === null) return [];
  const { archiving, connections, maxConnections } = database;
  const fault = archiving === null ? null : walArchivingFault(archiving, now);
  return [
    ...(connections >= usedConnections * maxConnections
      ? [{ _tag: "ConnectionsUsed", connections, maxConnections } as const]
      : []),
    ...(archiving === null || fault === null
      ? []
      : [{ _tag: "WalNotArchived", fault, lastArchivedAt: archiving.lastArchivedAt } as const])
  ];
};

/** Returns what is wrong with an instance, the most general first. */
export const findHealthProblems = (facts: HealthFacts): ReadonlyArray<HealthProblem> => {
  const { sealing } = facts;
  const minutes = recent(facts);
  return [
    ...processProblems(facts),
    ...requestProblems(minutes),
    ...(sealing.lagSeconds > lateSeconds || sealing.refusal !== null
      ? [{ _tag: "SealingLate", seconds: sealing.lagSeconds, refusal: sealing.refusal } as const]
      : []),
    ...databaseProblems(facts),
    ...sourceProblems(facts),
    ...serverProblems(minutes)
  ];
};
