import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inspectReplicas } from "../../../../src/adapters/postgres/replica/inspectReplicas.ts";
import { TcpProxy } from "../../../flows/TcpProxy.ts";
import { PostgresProcess } from "../../../support/PostgresProcess.ts";
import { startReplica } from "../../../support/replica.ts";
import { ReadReplicas } from "./ReadReplicas.ts";

const servers: Array<PostgresProcess> = [];
const readers: Array<ReadReplicas> = [];

const started = async (start: Promise<PostgresProcess>): Promise<PostgresProcess> => {
  const server = await start;
  servers.push(server);
  return server;
};

const readingFrom = (primary: URL, ...replicas: ReadonlyArray<URL>): ReadReplicas => {
  const reader = new ReadReplicas(primary, replicas);
  readers.push(reader);
  return reader;
};

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 20 });

let primary: PostgresProcess;
let replica: PostgresProcess;
let reads: ReadReplicas;

/** Returns when reads go to the replica, after a read that wakes the process. */
const untilUsed = async (): Promise<void> => {
  await reads.read("select 1");
  await eventually(() => expect(reads.leftOut).toEqual([]));
};

const count = "select count(*) from notes";
const server = "select case when pg_is_in_recovery() then 'replica' else 'primary' end";

beforeAll(async () => {
  primary = await started(PostgresProcess.start());
  await primary.query("create table notes (text text)");
  await primary.query("create database other");
  replica = await started(startReplica(primary));
  reads = readingFrom(primary.url(), replica.url());
  await untilUsed();
}, 60_000);

afterAll(async () => {
  await Promise.all(readers.map((reader) => reader.dispose()));
  await Promise.all(servers.map((each) => each.remove()));
});

test("a read from a replica sees what was committed before it", async () => {
  const before = reads.reads;
  await primary.query("truncate notes");
  for (let written = 1; written <= 100; written += 1) {
    await reads.write(`insert into notes values ('${written}')`);
    const seen = await Promise.all([reads.read(count), reads.read(`${count} where text = '${written}'`)]);
    expect(seen).toEqual([String(written), "1"]);
  }
  expect(reads.reads).toBeGreaterThan(before);
});

/** Whether the last page on disk ends within a record. */
const endsWithinRecord = async (): Promise<boolean> => {
  const flushed = "select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn) % 8192 = 0 as partial";
  return (await primary.query<{ partial: boolean }>(flushed))[0]?.partial === true;
};

/** Writes a long record that nobody waits for, until a part of it is on disk. */
const writeInPart = async (): Promise<void> => {
  for (let tries = 1; tries <= 50 && !(await endsWithinRecord()); tries += 1)
    await primary.query("select pg_logical_emit_message(false, 'part', repeat('x', 20000)), pg_sleep(0.3)");
};

test("a part of a record that is on disk does not make the replica appear to be behind", async () => {
  await untilUsed();
  for (let part = 1; part <= 3; part += 1) {
    await writeInPart();
    expect(await endsWithinRecord()).toBe(true);
    expect(await reads.read(server)).toBe("replica");
  }
});

test("a read that times out is cancelled at the replica", async () => {
  await eventually(() => expect(reads.leftOut).toEqual([]));
  expect(await reads.refused("select pg_sleep(60)::text, 'here'", 300)).toMatchObject({ _tag: "ReadTimedOut" });
  const asleep = "select from pg_stat_activity where wait_event = 'PgSleep'";
  await vi.waitFor(async () => expect(await replica.query(asleep)).toEqual([]), { timeout: 10_000 });
});

test("a statement that the replica cancels is read from the primary, and one that is wrong fails", async () => {
  await untilUsed();
  const failed = () => new Map(reads.counters.replicas.fallbacks).get("failed");
  while (failed() === 0) expect(await reads.read("select 1 / (1 - pg_is_in_recovery()::int)")).toBe("1");
  expect(reads.leftOut).toEqual([]);
  expect(await reads.refused("select 1 / 0")).toMatchObject({ _tag: "SqlError" });
});

test("a replica that is behind is left out with one line, and used again when it has caught up", async () => {
  await untilUsed();
  reads.lines.length = 0;
  await replica.query("select pg_wal_replay_pause()");
  const before = Number(await reads.read(count));
  const seen: Array<number> = [];
  for (let written = 1; written <= 20; written += 1) {
    await reads.write("insert into notes values ('paused')");
    seen.push(Number(await reads.read(count)) - before);
  }
  expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(reads.leftOut).toEqual(["behind"]);
  expect(reads.lines).toEqual([expect.stringMatching(/^The read replica .* is left out, and reads go to the primary/)]);
  await replica.query("select pg_wal_replay_resume()");
  await untilUsed();
  expect(await reads.read(server)).toBe("replica");
});

test("no read fails while a replica is killed, and it is used again after it is back", async () => {
  await untilUsed();
  reads.lines.length = 0;
  const before = await reads.read(count);
  let isOver = false;
  const load = Array.from({ length: 8 }, async (_, at) => {
    while (!isOver) expect(await reads.read(`${count} /* ${at} */`)).toBe(before);
  });
  await replica.kill();
  await eventually(() => expect(reads.leftOut).toEqual(["away"]));
  await replica.restart();
  await untilUsed();
  isOver = true;
  await Promise.all(load);
  expect(reads.lines.filter((line) => line.includes("is left out"))).toHaveLength(1);
  expect(await reads.read(server)).toBe("replica");
});

test("reads that wait for a replica that fell silent go to the primary", async () => {
  const wire = await TcpProxy.toDatabase(replica.url());
  const distant = readingFrom(primary.url(), new URL(wire.databaseUrl(replica.url())));
  await distant.read("select 1");
  await eventually(() => expect(distant.leftOut).toEqual([]));
  const waiting = Array.from({ length: 3 }, (_, at) => distant.read(`select 'read ${at}' from pg_sleep(1)`, 20_000));
  await vi.waitFor(
    async () =>
      expect(await replica.query("select from pg_stat_activity where wait_event = 'PgSleep'")).toHaveLength(3),
    { timeout: 10_000 }
  );
  const mend = wire.swallow();
  expect(await Promise.all(waiting)).toEqual(["read 0", "read 1", "read 2"]);
  expect(distant.leftOut).toEqual(["away"]);
  mend();
  // Connections that were being opened are given up after 10 seconds.
  await vi.waitFor(() => expect(distant.leftOut).toEqual([]), { timeout: 40_000, interval: 50 });
  await wire.cut();
});

test("a replica of another database is left out with one line, and startup does not need any", async () => {
  const url = replica.url("other");
  url.username = "";
  const nowhere = new URL("postgresql://postgres:a-password@127.0.0.1:1/postgres");
  const wrong = readingFrom(primary.url(), url, nowhere);
  expect(await wrong.read(server)).toBe("primary");
  await eventually(() => expect(wrong.leftOut).toEqual(["other-database", "away"]));
  await eventually(() => expect(wrong.lines).toHaveLength(2));
  expect(wrong.lines.join("\n")).toContain("it is no copy of the database of DATABASE_URL");
  expect(wrong.lines.join("\n")).not.toContain("a-password");
  const secret = (one: URL) => Redacted.make(one.href);
  const urls = [replica.url(), url, primary.url(), nowhere].map(secret);
  expect(await Effect.runPromise(inspectReplicas(secret(primary.url()), urls))).toEqual([
    expect.stringContaining("it is no copy of the database of DATABASE_URL"),
    expect.stringContaining("it accepts writes, so it is no replica"),
    expect.stringMatching(/^127\.0\.0\.1:1: it does not respond, or refuses the connection/)
  ]);
  expect(await Effect.runPromise(inspectReplicas(secret(nowhere), urls))).toBeNull();
});

test("after a failover, neither the new primary nor a replica of the former one is read from as a replica", async () => {
  const second = await started(startReplica(primary, { name: "second" }));
  await untilUsed();
  await replica.promote();
  await eventually(() => expect(reads.leftOut).toEqual(["not-a-replica"]));
  await reads.write("insert into notes values ('beyond')");
  await replica.query("insert into notes values ('other')");
  const after = readingFrom(replica.url(), second.url());
  expect(await after.read(server)).toBe("primary");
  await eventually(() => expect(after.leftOut).toEqual(["other-timeline"]));
  expect(await after.read(`${count} where text = 'beyond'`)).toBe("0");
  expect(await after.read(`${count} where text = 'other'`)).toBe("1");
});
