import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import { layer as postgresClient } from "../src/adapters/postgres/connection/PostgresClient.ts";
import { EmbeddedPostgres, layer as embedded } from "../src/adapters/postgres/embedded/EmbeddedPostgres.ts";
import { layer as eventLog } from "../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as migrations } from "../src/adapters/postgres/Migrations.ts";
import type { NewEvent } from "../src/domain/event/Envelope.ts";
import { uuidV7 } from "../src/domain/event/EventId.ts";
import { EventLog } from "../src/domain/event/EventLog.ts";
import { streamName } from "../src/domain/event/StreamName.ts";

/**
 * How many events of about 300 bytes the log takes per second, one process, one event per append, each producer on a
 * stream of its own. `node bench/append.ts [seconds]`; DATABASE_URL names a scratch database, else one is started.
 */
const seconds = Number(process.argv[2] ?? 4);

const event = (): NewEvent => ({
  id: uuidV7(Date.now(), randomBytes(10)),
  type: "RecordWritten.v1",
  occurredAt: new Date().toISOString(),
  actor: { type: "client", id: "client_9f8b2c1d" },
  clientId: "client_9f8b2c1d",
  authorizationId: "authorization_5a4b3c2d1e",
  subjectDid: null,
  requestId: "request_1234567890",
  causationId: null,
  correlationId: null,
  outcome: "success",
  reason: null,
  data: { collection: "app.example.note", cid: randomBytes(32).toString("base64url"), action: "create" }
});

/** One thing done over and over, told how often it was done before. */
type Work<E, R> = (done: number) => Effect.Effect<unknown, E, R>;

const appending = Effect.map(EventLog, ({ append }) => (): Work<unknown, never> => {
  const stream = streamName("authorization", randomUUID());
  return (version) => append(stream, version, [event()]);
});

/** What the same server and pool do without a log: each event a transaction of its own, in a table with one index. */
const inserting = Effect.gen(function* () {
  const sql = yield* SqlClient;
  yield* sql`create table if not exists public.bench_plain (position bigserial primary key, event json not null)`;
  return (): Work<unknown, never> => () =>
    sql`insert into public.bench_plain (event) values (${JSON.stringify(event())})`;
});

const repeated = (work: Work<unknown, never>, until: number, latencies: Array<number>) => {
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

const percentile = (sorted: ReadonlyArray<number>, share: number): string =>
  (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);

const measure = (name: string, makeWork: () => Work<unknown, never>, producers: number, duration: number) =>
  Effect.gen(function* () {
    const latencies: Array<number> = [];
    const start = performance.now();
    const until = start + duration * 1_000;
    yield* Effect.all(
      Array.from({ length: producers }, () => repeated(makeWork(), until, latencies)),
      { concurrency: "unbounded", discard: true }
    );
    const elapsed = (performance.now() - start) / 1_000;
    const sorted = latencies.toSorted((a, b) => a - b);
    const rate = Math.round(latencies.length / elapsed).toLocaleString("en");
    return `| ${name} | ${producers} | ${rate} | ${percentile(sorted, 0.5)} | ${percentile(sorted, 0.99)} |`;
  });

const bench = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const [server] = yield* sql<{ version: string; fsync: string; commit: string }>`select
    current_setting('server_version') as version, current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as commit`;
  const [append, insert] = yield* Effect.all([appending, inserting]);
  yield* measure("warm-up", append, 64, 1.5);
  const rows = yield* Effect.forEach([1, 16, 256, 2_000], (producers) => measure("append", append, producers, seconds));
  const plain = yield* measure("plain insert", insert, 256, seconds);
  yield* sql`drop table public.bench_plain`;
  yield* Console.log(`
PostgreSQL ${server?.version}, fsync ${server?.fsync}, synchronous_commit ${server?.commit}, Node ${process.version}

| what | producers | events/s | p50 ms | p99 ms |
| --- | --- | --- | --- | --- |
${[...rows, plain].join("\n")}`);
});

const temporaryServer = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-bench-"))),
      (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
    ),
    (dataDir) => embedded({ dataDir })
  )
);

const database = Option.match(Option.fromNullable(process.env.DATABASE_URL), {
  onSome: (url) => postgresClient({ url: Redacted.make(url) }),
  onNone: () =>
    Layer.unwrapEffect(Effect.map(EmbeddedPostgres, ({ url }) => postgresClient({ url }))).pipe(
      Layer.provide(temporaryServer)
    )
});

await Effect.runPromise(bench.pipe(Effect.provide(eventLog), Effect.provide(Layer.provideMerge(migrations, database))));
