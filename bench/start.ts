/** `npm run bench -- start`: how long the service takes to listen on a long log. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schedule from "effect/Schedule";
import * as PostgresClient from "../src/adapters/postgres/connection/PostgresClient.ts";
import { migrate } from "../src/adapters/postgres/Migrations.ts";
import { fillLog } from "./start/fillLog.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";

const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "3" },
    against: { type: "string" }
  }
});
const [events, rounds] = [Number(flags.events), Number(flags.rounds)];

const here = fileURLToPath(new URL("../", import.meta.url));

/** Processor time of a process so far, in seconds, by `/proc/<pid>/stat` in ticks of 10 ms (proc_pid_stat(5)). */
const processorTime = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

interface Started {
  readonly wall: number;
  readonly processor: number;
}

const spawnService = (checkout: string, env: Readonly<Record<string, string>>) =>
  spawn(process.execPath, [join(checkout, "src/main.ts")], {
    cwd: checkout,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", PORT: "0", BACKFILL: "false", ...env },
    stdio: ["ignore", "pipe", "pipe"]
  });

/** Starts the service of a checkout and stops it once it listens; returns wall and processor time in seconds. */
const start = async (checkout: string, env: Readonly<Record<string, string>>): Promise<Started> => {
  const begun = performance.now();
  const child = spawnService(checkout, env);
  let output = "";
  const ready = new Promise<Started>((done, fail) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ctrl-C stops it."))
        done({ wall: (performance.now() - begun) / 1_000, processor: processorTime(child.pid ?? 0) });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", () => fail(new Error(`The service did not start:\n${output}`)));
  });
  const started = await ready;
  child.kill();
  await once(child, "exit");
  return started;
};

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const row = (name: string, found: ReadonlyArray<Started>): string => {
  const of = (pick: (each: Started) => number) => median(found.map(pick)).toFixed(2);
  return `| ${name} | ${of(({ wall }) => wall)} | ${of(({ processor }) => processor)} |`;
};

const forgetSnapshots = Effect.flatMap(SqlClient, (sql) => sql`delete from tidemark.read_model_snapshots`);

/** Whether the read models have snapshots. */
const areSaved = "select count(*) > 0 as done from tidemark.read_model_snapshots";

/** Whether a checkpoint covers the whole log, as of an instance that did not just migrate a log of an older version. */
const isSealed = `
  select (select max(size) from tidemark.log_checkpoints) >= (select position from tidemark.log_head) as done`;

/** Runs a service of this checkout until a condition of its database holds. */
const runUntil = (condition: string, env: Readonly<Record<string, string>>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* Effect.acquireRelease(
        Effect.sync(() => spawnService(here, env)),
        (child) =>
          Effect.promise(async () => {
            child.kill();
            await once(child, "exit");
          })
      );
      yield* Effect.repeat(sql.unsafe<{ done: boolean | null }>(condition), {
        until: ([found]) => found?.done === true,
        schedule: Schedule.spaced("200 millis")
      });
      yield* Effect.sleep("1 second");
    })
  );

const bench = Effect.gen(function* () {
  const { dataDir, url } = yield* temporaryDatabase;
  const long = PostgresClient.layer({ url: Redacted.make(url), maxConnections: 1 });
  const empty = yield* temporaryDatabase;
  yield* Effect.provide(Effect.zipRight(migrate, fillLog(events)), long);
  const environment = { DATA_DIR: dataDir, EXTERNAL_BASE_URL: "http://127.0.0.1:1" };
  const startOnce = (checkout: string, at: string) =>
    Effect.promise(() => start(checkout, { DATABASE_URL: at, ...environment }));
  const checkouts = flags.against === undefined ? [here] : [here, resolve(flags.against)];
  yield* Effect.forEach([url, empty.url], (at) => startOnce(here, at));
  yield* Effect.provide(runUntil(isSealed, { ...environment, DATABASE_URL: url }), long);
  const found = new Map<string, Array<Started>>();
  const measure = Effect.fnUntraced(function* (name: string, at: string, checkout: string) {
    const key = `${checkout === here ? "this checkout" : "the other one"}, ${name}`;
    const started = yield* startOnce(checkout, at);
    found.set(key, [...(found.get(key) ?? []), started]);
  });
  const count = `${events.toLocaleString("en")} events`;
  for (let round = 0; round < rounds; round += 1)
    for (const checkout of round % 2 === 0 ? checkouts : checkouts.toReversed()) {
      yield* Effect.provide(forgetSnapshots, long);
      yield* measure(`${count}, without snapshots`, url, checkout);
      yield* Effect.provide(runUntil(areSaved, { ...environment, DATABASE_URL: url }), long);
      yield* measure(`${count}, with snapshots`, url, checkout);
      yield* measure("an empty log", empty.url, checkout);
    }
  yield* Console.log(`
Medians of ${rounds} starts, in turns, until the service listens

| what | s | s of processor (the service alone) |
| --- | --- | --- |
${[...found].map(([name, all]) => row(name, all)).join("\n")}`);
});

await Effect.runPromise(Effect.scoped(bench));
