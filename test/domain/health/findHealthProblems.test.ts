import { assert, describe, it } from "@effect/vitest";
import { findHealthProblems, type HealthFacts } from "../../../src/domain/health/findHealthProblems.ts";
import type { HealthMinute } from "../../../src/domain/health/HealthMinute.ts";
import { bucketOf } from "../../../src/domain/health/LatencyHistogram.ts";
import type { ProcessReport, ProcessState } from "../../../src/domain/health/ProcessReports.ts";
import { noRequests, type RequestCounts } from "../../../src/domain/health/RequestCounts.ts";
import type { ServerCalls } from "../../../src/domain/health/ServerCalls.ts";
import type { WalArchiving } from "../../../src/domain/health/WalArchiving.ts";

const now = Date.parse("2026-11-28T12:00:30.000Z");
const minute = 60_000;
const current = now - 30_000;

const processOf = (changes: Partial<ProcessState> = {}, more: Partial<ProcessReport> = {}): ProcessReport => ({
  state: {
    id: "one",
    version: "0.1.0",
    host: "one.example.com",
    pid: 42,
    startedAt: 0,
    settings: { PORT: "8080", BACKFILL: "true" },
    memoryBytes: 1,
    processorShare: 0,
    eventLoopDelay: 1,
    sockets: 0,
    streams: 0,
    operations: 0,
    jobDeaths: {},
    replicasLeftOut: {},
    stopped: false,
    ...changes
  },
  at: now - 5_000,
  minutes: [],
  ...more
});

const counted = (kind: "graphql-query" | "token", counts: Partial<RequestCounts>, at = current): HealthMinute => ({
  minute: at,
  requests: { [kind]: { ...noRequests, ...counts } },
  servers: {}
});

const called = (host: string, calls: ServerCalls): HealthMinute => ({
  minute: current,
  requests: {},
  servers: { [host]: calls }
});

const latencies = (milliseconds: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: bucketOf(milliseconds) + 1 }, (_, at) => (at === bucketOf(milliseconds) ? count : 0));

const problemsOf = (changes: Partial<HealthFacts>) =>
  findHealthProblems({
    now,
    processes: [processOf()],
    sealing: { lagSeconds: 0.2, refusal: null },
    source: null,
    database: null,
    ...changes
  });

const tagsOf = (changes: Partial<HealthFacts>) => problemsOf(changes).map(({ _tag }) => _tag);

const withMinutes = (...minutes: ReadonlyArray<HealthMinute>) => ({ processes: [processOf({}, { minutes })] });

const failing: ServerCalls = {
  calls: 10,
  failures: { timeout: 6 },
  lastFailure: { reason: "timeout", at: now }
};

const database = { version: "17", bytes: 1, tables: [], connections: 5, maxConnections: 100, archiving: null };

const archiving = (changes: Partial<WalArchiving>): Partial<HealthFacts> => ({
  database: {
    ...database,
    archiving: { lastArchivedAt: now - 5_000, lastFailedAt: now - minute, waitingSegments: 0, ...changes }
  }
});

describe("problems of an instance", () => {
  it.each<readonly [string, Partial<HealthFacts>, ReadonlyArray<string>]>([
    ["nothing is wrong", { database }, []],
    ["no process has ever reported", { processes: [] }, ["NoProcessReports"]],
    ["the only process ended", { processes: [processOf({ stopped: true })] }, ["NoProcessReports"]],
    [
      "the only process is silent",
      { processes: [processOf({}, { at: now - 61_000 })] },
      ["NoProcessReports", "ProcessSilent"]
    ],
    [
      "one of two is silent",
      { processes: [processOf(), processOf({ id: "two" }, { at: now - 61_000 })] },
      ["ProcessSilent"]
    ],
    ["a loop is delayed", { processes: [processOf({ eventLoopDelay: 300 })] }, ["EventLoopDelayed"]],
    ["a job died", { processes: [processOf({ jobDeaths: { sweep: 2 } })] }, ["JobDied"]],
    [
      "a job of an ended process died",
      { processes: [processOf(), processOf({ id: "two", stopped: true, jobDeaths: { sweep: 2 } })] },
      []
    ],
    [
      "two processes do not read from a replica",
      {
        processes: ["one", "two"].map((id) =>
          processOf({ id, replicasLeftOut: { "replica.example.com:5432": "away" } })
        )
      },
      ["ReplicaLeftOut"]
    ],
    ["5 % of the requests fail", withMinutes(counted("token", { ok: 95, failed: 5 })), ["RequestsFail"]],
    ["fewer fail", withMinutes(counted("token", { ok: 96, failed: 4 })), []],
    ["they failed ten minutes ago", withMinutes(counted("token", { failed: 50 }, current - 10 * minute)), []],
    ["many are refused", withMinutes(counted("token", { refused: 500 })), []],
    [
      "queries are slow",
      withMinutes(counted("graphql-query", { ok: 30, latencies: latencies(4_000, 30) })),
      ["QueriesSlow"]
    ],
    ["a few queries are slow", withMinutes(counted("graphql-query", { ok: 3, latencies: latencies(4_000, 3) })), []],
    ["other requests are slow", withMinutes(counted("token", { ok: 30, latencies: latencies(4_000, 30) })), []],
    ["a PDS fails", withMinutes(called("pds.example.com", failing)), ["ServerFails"]],
    ["other hosts fail", withMinutes(called("other hosts", failing)), []],
    ["a PDS fails sometimes", withMinutes(called("pds.example.com", { ...failing, calls: 100 })), []],
    ["events wait for a checkpoint", { sealing: { lagSeconds: 61, refusal: null } }, ["SealingLate"]],
    ["nothing is signed", { sealing: { lagSeconds: 0, refusal: "the log was changed" } }, ["SealingLate"]],
    ["the source is connected", { source: { _tag: "Connected", since: 0, silentSince: 0 } }, []],
    ["the source was lost just now", { source: { _tag: "Disconnected", since: now - 5_000 } }, []],
    ["the source is lost", { source: { _tag: "Disconnected", since: now - 2 * minute } }, ["SourceLost"]],
    ["the source was never followed", { source: { _tag: "Unattended", since: null } }, ["SourceLost"]],
    ["connections run out", { database: { ...database, connections: 90 } }, ["ConnectionsUsed"]],
    ["the write-ahead log is archived again", archiving({}), []],
    ["it was never archived", archiving({ lastArchivedAt: null }), ["WalNotArchived"]],
    ["it cannot be archived", archiving({ lastFailedAt: now }), ["WalNotArchived"]],
    ["nothing is to be archived for long", archiving({ lastArchivedAt: now - 60 * minute, lastFailedAt: null }), []],
    ["many segments are archived", archiving({ waitingSegments: 50 }), []],
    [
      "archiving hangs",
      archiving({ lastArchivedAt: now - 11 * minute, lastFailedAt: null, waitingSegments: 3 }),
      ["WalNotArchived"]
    ]
  ])("%s", (_, changes, expected) => assert.deepStrictEqual(tagsOf(changes), expected));

  it("names the settings in which running processes differ, except their addresses", () => {
    const two = processOf({ id: "two", settings: { PORT: "8081", BACKFILL: "false" } });
    assert.deepStrictEqual(problemsOf({ processes: [processOf(), two] }), [
      { _tag: "SettingsDiffer", names: ["BACKFILL"] }
    ]);
  });

  it("does not compare a setting that a process of another version does not report", () => {
    const two = processOf({ id: "two", settings: { PORT: "8080", BACKFILL: "true", SECRET_KEY_BASE: "abc" } });
    assert.deepStrictEqual(problemsOf({ processes: [processOf(), two] }), []);
    const three = processOf({ id: "three", settings: { SECRET_KEY_BASE: "def" } });
    assert.deepStrictEqual(problemsOf({ processes: [processOf(), two, three] }), [
      { _tag: "SettingsDiffer", names: ["SECRET_KEY_BASE"] }
    ]);
  });

  it("judges all processes together", () => {
    const [first, second] = ["one", "two"].map((id) =>
      processOf({ id }, { minutes: [counted("token", { ok: 10, failed: 3 })] })
    );
    assert.deepStrictEqual(problemsOf({ processes: [first ?? assert.fail(), second ?? assert.fail()] }), [
      { _tag: "RequestsFail", failed: 6, requests: 26 }
    ]);
  });
});
