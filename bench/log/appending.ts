import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import type { NewEvent } from "../../src/domain/event/Envelope.ts";
import { uuidV7 } from "../../src/domain/event/EventId.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";

/** How appends are measured: `producers` at once, in `rounds` of `seconds`. */
export interface Appends {
  readonly producers: number;
  readonly seconds: number;
  readonly rounds: number;
}

/** An event of about 300 bytes that changes no stored projection. */
const renewal = (sessionId: string, fence: number): NewEvent => ({
  id: uuidV7(Date.now(), randomBytes(10)),
  type: "SessionRefreshStarted.v1",
  occurredAt: new Date().toISOString(),
  actor: { type: "client", id: "client_9f8b2c1d" },
  clientId: "client_9f8b2c1d",
  authorizationId: "authorization_1",
  subjectDid: null,
  requestId: "request_1234567890",
  causationId: null,
  correlationId: null,
  outcome: "success",
  reason: null,
  data: { sessionId, fence }
});

/** Processor time of a process so far, in microseconds, by `/proc/<pid>/stat` in ticks of 10 ms (proc_pid_stat(5)). */
const processorTime = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
};

/** Processor time of this process and of its backends so far, in microseconds. The database is on the same machine. */
const usedSoFar = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const backends = yield* sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`;
  const { system, user } = process.cpuUsage();
  return backends.reduce((total, { pid }) => total + processorTime(pid), system + user);
});

/** Events per second, and microseconds of processor time for each: of this process, which may seal, and its backends. */
export interface Appended {
  readonly rate: number;
  readonly processor: number;
}

/** Appends with many producers at once, one event each time and each to its own stream. */
export const appendFor = Effect.fnUntraced(function* (producers: number, seconds: number) {
  const log = yield* EventLog;
  const before = yield* usedSoFar;
  const started = performance.now();
  const until = started + seconds * 1_000;
  let appended = 0;
  const produce = () => {
    const sessionId = randomUUID();
    const stream = streamName("session", sessionId);
    let version = 0;
    return Effect.whileLoop({
      while: () => performance.now() < until,
      body: () => log.append(stream, version, [renewal(sessionId, version)]),
      step: () => {
        version += 1;
        appended += 1;
      }
    });
  };
  yield* Effect.all(Array.from({ length: producers }, produce), { concurrency: "unbounded", discard: true });
  const rate = appended / ((performance.now() - started) / 1_000);
  return { rate, processor: ((yield* usedSoFar) - before) / appended } satisfies Appended;
});
