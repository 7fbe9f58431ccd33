import { randomBytes, randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Stream from "effect/Stream";
import * as ArchiveFilesMemory from "../src/adapters/memory/stores/ArchiveFilesMemory.ts";
import * as ActivityCountsPostgres from "../src/adapters/postgres/audit/ActivityCountsPostgres.ts";
import * as AuditTrailPostgres from "../src/adapters/postgres/audit/AuditTrailPostgres.ts";
import * as PostgresClient from "../src/adapters/postgres/connection/PostgresClient.ts";
import * as EventLogPostgres from "../src/adapters/postgres/log/EventLogPostgres.ts";
import { migrate } from "../src/adapters/postgres/Migrations.ts";
import * as KnownActorsPostgres from "../src/adapters/postgres/record/KnownActorsPostgres.ts";
import * as ArchivedEventsPostgres from "../src/adapters/postgres/retention/ArchivedEventsPostgres.ts";
import * as CosignaturesPostgres from "../src/adapters/postgres/transparency/CosignaturesPostgres.ts";
import * as SealedTreePostgres from "../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import { catchUpActivityCounts } from "../src/application/audit/catchUpActivityCounts.ts";
import { exportHistory } from "../src/application/audit/exportHistory.ts";
import { ndjson } from "../src/application/audit/ndjson.ts";
import { readStories } from "../src/application/audit/readStories.ts";
import { Did } from "../src/domain/atproto/Did.ts";
import { ActivityCounts } from "../src/domain/audit/ActivityCounts.ts";
import { AuditTrail } from "../src/domain/audit/AuditTrail.ts";
import { ClientRegistry } from "../src/domain/client/registry/ClientRegistry.ts";
import type { NewEvent } from "../src/domain/event/Envelope.ts";
import { uuidV7 } from "../src/domain/event/EventId.ts";
import { EventLog } from "../src/domain/event/EventLog.ts";
import { streamName } from "../src/domain/event/StreamName.ts";
import { sealLog } from "../test/support/sealLog.ts";
import { fillLog, known } from "./audit/fillLog.ts";
import { filters } from "./audit/filters.ts";
import { subjectKeys } from "./subjectKeys.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";

/**
 * Measures filters of the history over a large log, its catching up and export, and their cost for appends, in alternating
 * rounds with and without catching up. `--events 1000000 --runs 40 --rounds 6`.
 */
const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "1000000" },
    runs: { type: "string", default: "40" },
    rounds: { type: "string", default: "6" },
    seconds: { type: "string", default: "3" }
  }
});
const [total, runs, rounds, seconds] = [flags.events, flags.runs, flags.rounds, flags.seconds].map(Number);

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const start = performance.now();
    const value = yield* effect;
    return { value, milliseconds: performance.now() - start };
  });

const share = (sorted: ReadonlyArray<number>, of: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0).toFixed(1);

const measure = <A, E, R>(name: string, found: (value: A) => number, times: number, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* effect;
    const taken = yield* Effect.forEach(Array.from({ length: times }), () => timed(effect));
    const sorted = taken.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
    const [first] = taken;
    const count = first === undefined ? 0 : found(first.value);
    return `| ${name} | ${count} | ${share(sorted, 0.5)} | ${share(sorted, 0.99)} |`;
  });

const reading = Effect.gen(function* () {
  const trail = yield* AuditTrail;
  const counts = yield* ActivityCounts;
  const counted = yield* timed(counts.catchUp);
  yield* Effect.flatMap(SqlClient, (sql) => sql.unsafe("vacuum (analyze) tidemark.audit_entries"));
  const asked = Object.entries(filters(total ?? 0));
  const rows = yield* Effect.forEach(asked, ([name, filter]) =>
    Effect.forEach(["newest first", "oldest first"] as const, (order) =>
      measure(
        `${name}, ${order}`,
        (page) => page.length,
        runs ?? 1,
        trail.page({ filter, order, after: null, upTo: null, limit: 51 })
      )
    )
  );
  const totals = yield* Effect.forEach(asked, ([name, filter]) =>
    measure(`${name}, counted to 10,000`, (count) => count, 10, trail.count(filter, 10_001))
  );
  const stories = yield* Effect.forEach(asked, ([name, filter]) =>
    measure(
      `${name}, 25 stories`,
      ({ nodes }) => nodes.length,
      runs ?? 1,
      readStories(filter, { first: 25, after: null })
    )
  );
  const end = known.start + known.days * 86_400_000;
  const activity = yield* measure(
    "activity of a month",
    (found) => found.length,
    runs ?? 1,
    counts.between("hour", known.start, end)
  );
  yield* Console.log(`${total?.toLocaleString("en")} events taken over the first time in ${Math.round(counted.milliseconds)} ms

| filter | found | p50 ms | p99 ms |
| --- | --- | --- | --- |
${[...rows.flat(), ...totals, ...stories, activity].join("\n")}
`);
});

const exporting = Effect.gen(function* () {
  let bytes = 0;
  let most = 0;
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  yield* sealLog;
  const lines = yield* exportHistory({}, ndjson);
  const { milliseconds } = yield* timed(
    Stream.runForEach(lines, (text) =>
      Effect.sync(() => {
        bytes += text.length;
        most = Math.max(most, process.memoryUsage().rss);
      })
    )
  );
  const mebi = (size: number): string => (size / 1_048_576).toFixed(0);
  yield* Console.log(
    `export: ${mebi(bytes)} MiB in ${(milliseconds / 1000).toFixed(1)} s, memory from ${mebi(before)} to ${mebi(most)} MiB at most\n`
  );
});

const event = (): NewEvent => ({
  id: uuidV7(Date.now(), randomBytes(10)),
  type: "RecordWritten.v1",
  occurredAt: new Date().toISOString(),
  actor: { type: "user", id: known.bot },
  clientId: known.busyClient,
  authorizationId: `auth_${Math.floor(Math.random() * 50_000)}`,
  subjectDid: Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz"),
  requestId: randomUUID(),
  causationId: null,
  correlationId: null,
  outcome: "success",
  reason: null,
  data: { uri: `at://${known.bot}/xyz.statusphere.status/${randomUUID()}`, cid: randomBytes(32).toString("base64url") }
});

/** Appends for some seconds with 64 concurrent producers, each to its own stream; returns the appends per second. */
const appending = Effect.gen(function* () {
  const log = yield* EventLog;
  const until = performance.now() + (seconds ?? 1) * 1_000;
  let done = 0;
  const one = () => {
    const stream = streamName("write", randomUUID());
    let version = 0;
    return Effect.whileLoop({
      while: () => performance.now() < until,
      body: () => log.append(stream, version, [event()]),
      step: () => {
        version += 1;
        done += 1;
      }
    });
  };
  yield* Effect.all(Array.from({ length: 64 }, one), { concurrency: "unbounded" });
  return done / (seconds ?? 1);
});

/** The apps of the log are not registered. */
const noClients = Layer.succeed(ClientRegistry, {
  get: () => Effect.succeed(Option.none()),
  list: Effect.succeed([]),
  snapshot: Effect.succeed({ position: 0, clients: [] }),
  awaitPosition: () => Effect.void
});

const storesAt = (url: string) =>
  Layer.mergeAll(
    AuditTrailPostgres.layer,
    ActivityCountsPostgres.layer,
    EventLogPostgres.layer,
    SealedTreePostgres.layer,
    ArchivedEventsPostgres.layer,
    ArchiveFilesMemory.layer,
    CosignaturesPostgres.layer,
    KnownActorsPostgres.layer,
    noClients
  ).pipe(Layer.provide(subjectKeys), Layer.provideMerge(PostgresClient.layer({ url: Redacted.make(url) })));

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** A round of appends, with or without catching up every second. The remaining events are caught up before the next round. */
const round = (isBeside: boolean) =>
  Effect.gen(function* () {
    const counts = yield* ActivityCounts;
    yield* counts.catchUp;
    return yield* isBeside ? Effect.race(appending, catchUpActivityCounts) : appending;
  });

const comparing = Effect.gen(function* () {
  yield* Effect.zipRight(round(true), round(false));
  const pairs = yield* Effect.forEach(Array.from({ length: rounds ?? 1 }), (_, turn) =>
    turn % 2 === 0
      ? Effect.all([round(true), round(false)])
      : Effect.map(Effect.all([round(false), round(true)]), ([without, beside]) => [beside, without] as const)
  );
  const ratio = median(pairs.map(([beside, without]) => beside / without));
  yield* Console.log(
    `appends per second by 64, ${rounds} rounds in turns: ${Math.round(median(pairs.map(([a]) => a)))} while they are taken over, ` +
      `${Math.round(median(pairs.map(([, b]) => b)))} without, ratio ${ratio.toFixed(2)}`
  );
});

const sizes = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const rows = yield* sql<{
    name: string;
    size: string;
  }>`select c.relname as name, pg_size_pretty(pg_relation_size(c.oid)) as size
    from pg_class c where c.oid in ('tidemark.events'::regclass, 'tidemark.audit_entries'::regclass)
    or c.oid in (select indexrelid from pg_index where indrelid = 'tidemark.audit_entries'::regclass) order by pg_relation_size(c.oid) desc`;
  yield* Console.log(rows.map(({ name, size }) => `${name}: ${size}`).join("\n"));
});

const bench = Effect.gen(function* () {
  const { url } = yield* temporaryDatabase;
  yield* Effect.provide(
    Effect.gen(function* () {
      yield* migrate;
      const filled = yield* timed(fillLog(total ?? 0));
      yield* Console.log(`filled in ${(filled.milliseconds / 1000).toFixed(0)} s`);
    }),
    PostgresClient.layer({ url: Redacted.make(url), maxConnections: 1 })
  );
  yield* Effect.provide(Effect.all([reading, sizes, exporting, comparing], { discard: true }), storesAt(url));
});

await Effect.runPromise(Effect.scoped(bench));
