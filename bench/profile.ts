/** `npm run bench -- profile`: where the processor time of one request goes, by parts of the program. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { createDatabase } from "./createDatabase.ts";
import { type Loaded, loads, type StartLoaded } from "./profile/loads.ts";
import { type CpuProfile, functionTimes, type Share, scaledTo, stationTimes } from "./profile/stations.ts";
import { machine } from "./reads/report.ts";
import { processorTime } from "./rounds/processUse.ts";
import { temporaryDatabase, temporaryFolder } from "./temporaryDatabase.ts";

const usage = `npm run bench -- profile [${Object.keys(loads).join("|")}] [flags]
  --seconds 10   of requests
  --warm-up 10   seconds before
  --top 25       functions that are listed`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "10" },
    "warm-up": { type: "string", default: "10" },
    top: { type: "string", default: "25" },
    help: { type: "boolean", default: false }
  }
});

/** The clock of the profile, in microseconds. */
const now = (): number => Number(process.hrtime.bigint() / 1_000n);

/** The profile of the main thread of a process that has ended. */
const profileOf = async (folder: string, process: number): Promise<CpuProfile> => {
  const file = (await readdir(folder)).find((name) => name.includes(`.${process}.0.`));
  if (file === undefined) throw new Error("The server ended without a profile");
  return JSON.parse(await readFile(join(folder, file), "utf8"));
};

/** A table of shares of the processor time of one request. */
const table = (title: string, shares: ReadonlyArray<Share>, each: number): string => {
  const rows = shares.map(({ microseconds, name }) => {
    return `| ${name} | ${microseconds.toFixed(1)} | ${((100 * microseconds) / each).toFixed(1)} % |`;
  });
  return `| ${title} | µs per request | share |\n| --- | --- | --- |\n${rows.join("\n")}`;
};

const measure = async ({ process, send }: Loaded) => {
  await send(Number(values["warm-up"]));
  const from = now();
  const before = await processorTime(process);
  const requests = await send(Number(values.seconds));
  const used = (await processorTime(process)) - before;
  return { process, requests, each: used / requests, span: { from, to: now() } };
};

const profile = (name: string, start: StartLoaded, databaseUrl: string) =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder;
    const started = start(databaseUrl, ["--cpu-prof", `--cpu-prof-dir=${folder}`]);
    const { each, process, requests, span } = yield* Effect.flatMap(started, (loaded) =>
      Effect.promise(() => measure(loaded))
    ).pipe(Effect.scoped);
    const cpu = yield* Effect.promise(() => profileOf(folder, process));
    const stations = scaledTo(stationTimes(cpu, span), each);
    const functions = scaledTo(functionTimes(cpu, span), each).slice(0, Number(values.top));
    yield* Console.log(`
${name}: ${each.toFixed(0)} µs of the process per request, by the profile of its main thread; ${requests} requests; with the cost of profiling

${table("part", stations, each)}

${table("function itself", functions, each)}`);
  });

const chosen = positionals.length === 0 ? ["refresh", "flat", "login"] : positionals;
const unknown = chosen.find((name) => !Object.hasOwn(loads, name));

const bench = Effect.gen(function* () {
  const { url } = yield* temporaryDatabase;
  for (const [at, name] of chosen.entries()) {
    const start = loads[name];
    if (start !== undefined) yield* profile(name, start, yield* createDatabase(url, `profiled_${at}`));
  }
  yield* Console.log(`\n${JSON.stringify(machine())}`);
});

if (values.help) process.stdout.write(`${usage}\n`);
else if (unknown !== undefined) {
  process.stderr.write(`There is no ${unknown} to profile.\n${usage}\n`);
  process.exitCode = 2;
} else Effect.scoped(bench).pipe(NodeRuntime.runMain());
