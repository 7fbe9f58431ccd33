/** One process of `npm run bench -- append`: appends to the database of DATABASE_URL, and prints its results as JSON. */
import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { hashingNode } from "../../src/adapters/crypto/hashingNode.ts";
import { layer as postgresClient } from "../../src/adapters/postgres/connection/PostgresClient.ts";
import { layer as eventLog } from "../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as migrations } from "../../src/adapters/postgres/Migrations.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Sha256Hasher } from "../../src/domain/crypto/Sha256Hasher.ts";
import type { NewEvent } from "../../src/domain/event/Envelope.ts";
import { uuidV7 } from "../../src/domain/event/EventId.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { type StreamName, streamName } from "../../src/domain/event/StreamName.ts";
import { subjectKeys } from "../subjectKeys.ts";

const seconds = Number(process.argv[2]);
const producers = (process.argv[3] ?? "").split(",").map(Number);

const did = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");
const cid = "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454";
const uri = `at://${did}/app.example.note/3jzfcijpj2z2a`;

const event = (type: string, authorizationId: string, data: NewEvent["data"]): NewEvent => ({
  id: uuidV7(Date.now(), randomBytes(10)),
  type,
  occurredAt: new Date().toISOString(),
  actor: { type: "client", id: "client_9f8b2c1d" },
  clientId: "client_9f8b2c1d",
  authorizationId,
  subjectDid: did,
  requestId: "request_1234567890",
  causationId: null,
  correlationId: null,
  outcome: "success",
  reason: null,
  data
});

const hash = () => randomBytes(32).toString("base64url");

/** An operation that is repeated; it receives the number of earlier repetitions. */
type Work = (done: number) => Effect.Effect<unknown>;

/** Each producer has streams of its own. One event per append, of about 300 bytes. */
type MakeWork = (append: (stream: StreamName, version: number, event: NewEvent) => Effect.Effect<unknown>) => Work;

/** A session is renewed: such an event changes no stored projection. */
const session: MakeWork = (append) => {
  const sessionId = randomUUID();
  const stream = streamName("session", sessionId);
  return (fence) => append(stream, fence, event("SessionRefreshStarted.v1", "authorization_1", { sessionId, fence }));
};

/** A record is written: the request opens the write, and its outcome closes it. */
const write: MakeWork = (append) => {
  let stream = streamName("write", randomUUID());
  return (done) => {
    const written = { writeId: "write_1", uri, cid };
    if (done % 2 === 1)
      return append(stream, 1, event("RecordWritten.v1", "authorization_1", { ...written, rev: null }));
    stream = streamName("write", randomUUID());
    const requested = { ...written, authorizationId: "authorization_1", clientId: "client_9f8b2c1d", did };
    return append(
      stream,
      0,
      event("WriteRequested.v1", "authorization_1", { ...requested, action: "create", swapCid: null })
    );
  };
};

/** An app logs in and then refreshes its tokens: each time a lookup, and a row that changes. */
const refresh: MakeWork = (append) => {
  const authorizationId = randomUUID();
  const stream = streamName("authorization", authorizationId);
  const tokens = () => ({ authorizationId, refreshHash: hash(), accessTokenId: "token_1", scope: "atproto" });
  return (version) =>
    append(
      stream,
      version,
      version === 0
        ? event("CodeExchanged.v1", authorizationId, {
            ...tokens(),
            codeHash: hash(),
            jkt: null,
            exchangedAt: 1,
            refreshExpiresAt: 2
          })
        : event("TokensRefreshed.v1", authorizationId, {
            ...tokens(),
            replacedHash: hash(),
            refreshedAt: version,
            refreshExpiresAt: version
          })
    );
};

const repeated = (work: Work, until: number, latencies: Array<number>) => {
  let done = 0;
  return Effect.whileLoop({
    while: () => performance.now() < until,
    body: () => {
      const start = performance.now();
      return Effect.map(work(done), () => performance.now() - start);
    },
    step: (milliseconds) => {
      done += 1;
      latencies.push(milliseconds);
    }
  });
};

/** Processor time of a process so far, in microseconds, by `/proc/<pid>/stat` in ticks of 10 ms (proc_pid_stat(5)). */
const processorTime = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
};

/** Processor time of this process, and of its backends, so far, in microseconds. The database is on the same machine. */
const usedSoFar = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const backends = yield* sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`;
  const { system, user } = process.cpuUsage();
  return { service: system + user, database: backends.reduce((total, { pid }) => total + processorTime(pid), 0) };
});

const measure = Effect.fnUntraced(function* (what: string, makeWork: () => Work, count: number, duration: number) {
  const latencies: Array<number> = [];
  const before = yield* usedSoFar;
  const start = performance.now();
  const until = start + duration * 1_000;
  yield* Effect.all(
    Array.from({ length: count }, () => repeated(makeWork(), until, latencies)),
    { concurrency: "unbounded", discard: true }
  );
  const elapsed = (performance.now() - start) / 1_000;
  const after = yield* usedSoFar;
  const service = (after.service - before.service) / latencies.length;
  const database = (after.database - before.database) / latencies.length;
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    what,
    producers: count,
    rate: latencies.length / elapsed,
    processor: service + database,
    service,
    p50: at(0.5),
    p99: at(0.99)
  };
});

const bench = Effect.gen(function* () {
  const log = yield* EventLog;
  const sql = yield* SqlClient;
  const append: Parameters<MakeWork>[0] = (stream, version, one) =>
    log.append(stream, version, [one]).pipe(Effect.orDie);
  yield* sql`create table if not exists public.bench_plain (position bigserial primary key, event json not null)`;
  // What the same server and pool achieve without a log: one transaction per event, in a table with one index.
  const insert: Work = () =>
    sql`insert into public.bench_plain (event) values (${JSON.stringify(event("RecordWritten.v1", "authorization_1", { uri, cid }))})`.pipe(
      Effect.orDie
    );
  const works: ReadonlyArray<readonly [string, () => Work]> = [
    ["session renewals", () => session(append)],
    ["writes", () => write(append)],
    ["token refreshes", () => refresh(append)],
    ["plain inserts", () => insert]
  ];
  yield* measure("warm-up", () => write(append), 64, 1);
  const found = yield* Effect.forEach(works, ([what, work]) =>
    Effect.forEach(producers, (count) => measure(what, work, count, seconds))
  );
  yield* Console.log(JSON.stringify(found.flat()));
});

const database = postgresClient({ url: Redacted.make(process.env.DATABASE_URL ?? "") });
await Effect.runPromise(
  bench.pipe(
    Effect.provide(eventLog),
    Effect.provide(Layer.merge(subjectKeys, Layer.succeed(Sha256Hasher, hashingNode))),
    Effect.provide(Layer.provideMerge(migrations, database))
  )
);
