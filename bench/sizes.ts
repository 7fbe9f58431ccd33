/** `npm run bench -- sizes`: the cost of reads over a million records, compared with a hundred thousand. */
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { nodeOptions } from "../src/adapters/cli/serve/nodeOptions.ts";
import { layer as postgresClient } from "../src/adapters/postgres/connection/PostgresClient.ts";
import { addressOf, createDatabase } from "./createDatabase.ts";
import { bodiesFor, type Contender } from "./reads/Contender.ts";
import { type DataSet, dataSet } from "./reads/dataSet.ts";
import { drawRequests, type Form } from "./reads/drawRequests.ts";
import { fillInThread, lexiconDir } from "./reads/fillInThread.ts";
import { loadByNode } from "./reads/loadByNode.ts";
import { hasWrk, loadByWrk } from "./reads/loadByWrk.ts";
import { type Query, queries } from "./reads/queries.ts";
import { formTitles, machine } from "./reads/report.ts";
import { startServer } from "./reads/Server.ts";
import { alternate } from "./rounds/alternate.ts";
import { median } from "./rounds/median.ts";
import { postmasterOf, processTimes, timeBetween } from "./rounds/processUse.ts";
import { databaseIn, temporaryDatabase } from "./temporaryDatabase.ts";

const authorsShare = 50;

interface Cluster {
  readonly url: string;
  readonly dataDir: string;
}

/** Says that a database was filled completely. */
const mark = "bench_filled";

const found = (url: string, text: string) =>
  Effect.provide(
    Effect.flatMap(SqlClient, (sql) => sql.unsafe(text)),
    postgresClient({ url: Redacted.make(url) })
  ).pipe(Effect.map((rows) => rows.length > 0));

const lists = ["profiles", "posts", "likes"] as const;

/** Fills the tables at the same time. */
const fill = (url: string, posts: number, authors: number) =>
  Effect.gen(function* () {
    yield* Effect.forEach(lists, (list) => fillInThread({ url, list, posts, authors }), { concurrency: "unbounded" });
    yield* Effect.flatMap(SqlClient, (sql) => sql.unsafe(`create table ${mark} ()`));
  }).pipe(Effect.provide(postgresClient({ url: Redacted.make(url) })));

/** A service on a database of its own in the same PostgreSQL, with a number of posts and as many likes. */
const filled = (server: Cluster, records: number) =>
  Effect.gen(function* () {
    const name = `records_${records}`;
    const isCreated = yield* found(server.url, `select from pg_database where datname = '${name}'`);
    const url = isCreated ? addressOf(server.url, name) : yield* createDatabase(server.url, name);
    const env = { DATABASE_URL: url, DATA_DIR: `${server.dataDir}/${name}`, LEXICON_DIR: lexiconDir };
    const script = new URL("../src/main.ts", import.meta.url);
    const start = startServer({ name, script, env, nodeOptions, ready: "Ctrl-C stops it." });
    const authors = Math.ceil(records / authorsShare);
    if (!(yield* found(url, `select from pg_class where relname = '${mark}'`))) {
      yield* Effect.scoped(start);
      yield* fill(url, records, authors);
    }
    const contender: Contender = { server: yield* start, language: "ours", sameBytes: false };
    return { contender, data: dataSet(records, authors) };
  });

type Filled = Effect.Effect.Success<ReturnType<typeof filled>>;

interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
  /** The process of the PostgreSQL server. */
  readonly postmaster: number;
}

/** What one request took: in milliseconds, and processor time of the database in microseconds. */
interface Cost {
  readonly p50: number;
  readonly p99: number;
  readonly database: number;
}

const requests = (query: Query, form: Form, data: DataSet) => drawRequests(query, form, data, { pool: 1_024, seed: 1 });

/** The medians of alternating rounds on both, the smaller first. */
const compare = async (
  both: readonly [Filled, Filled],
  query: Query,
  form: Form,
  { postmaster, rounds, seconds }: Rounds
) => {
  const load = (await hasWrk()) ? loadByWrk : loadByNode;
  const asked = await Promise.all(
    both.map(async ({ contender, data }) => ({
      url: contender.server.url,
      bodies: (await bodiesFor(contender, query, requests(query, form, data))).map((body) => JSON.stringify(body))
    }))
  );
  for (const { bodies, url } of asked) await load(url, bodies, 3);
  const measured = await alternate(asked, rounds, async ({ bodies, url }): Promise<Cost> => {
    const before = await processTimes(postmaster);
    const { p50, p99, requests: answered } = await load(url, bodies, seconds);
    return { p50, p99, database: timeBetween(before, await processTimes(postmaster)) / answered };
  });
  return measured.map((costs) => ({
    p50: median(costs.map(({ p50 }) => p50)),
    p99: median(costs.map(({ p99 }) => p99)),
    database: median(costs.map(({ database }) => database))
  }));
};

/** A page of all records with their number, and one with a count that stops at a bound. */
const counting: ReadonlyArray<Query> = queries.flatMap((query) => {
  if (query.name === "flat")
    return [
      { ...query, title: "… of all, with totalCount", ours: query.ours.replace("{ edges", "{ totalCount edges") }
    ];
  if (query.name !== "count") return [];
  const ours = query.ours.replace("totalCount", "totalCount(atMost: 1000)");
  return [{ ...query, title: "… filtered, with totalCount(atMost: 1000)", ours }];
});

const bench = Effect.gen(function* () {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "2" },
      small: { type: "string", default: "100000" },
      large: { type: "string", default: "1000000" },
      folder: { type: "string" },
      shared: { type: "boolean", default: false }
    }
  });
  const form = values.shared ? "shared" : "unique";
  const server = yield* values.folder === undefined ? temporaryDatabase : databaseIn(values.folder);
  const small = yield* filled(server, Number(values.small));
  const large = yield* filled(server, Number(values.large));
  const postmaster = yield* Effect.promise(() => postmasterOf(server.postgresDir));
  const rounds = { rounds: Number(values.rounds), seconds: Number(values.seconds), postmaster };
  const rows: Array<string> = [];
  for (const query of [...queries, ...counting]) {
    const [before, after] = yield* Effect.promise(() => compare([small, large], query, form, rounds));
    if (before === undefined || after === undefined) continue;
    const compared = (cost: (one: Cost) => number, digits: number) => {
      const [one, other] = [cost(before), cost(after)];
      return `${one.toFixed(digits)} | ${other.toFixed(digits)} | ${(other / one).toFixed(2)}`;
    };
    const cells = [compared((one) => one.database, 0), compared((one) => one.p50, 2), compared((one) => one.p99, 2)];
    rows.push(`| ${query.title} | ${cells.join(" | ")} |`);
  }
  yield* Console.log(`
${values.small} and ${values.large} posts, as many likes; ${formTitles[form]}; 32 connections; ${JSON.stringify(machine())}

| query | database µs | at ${values.large} | ratio | p50 ms | at ${values.large} | ratio | p99 ms | at ${values.large} | ratio |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}`);
});

NodeRuntime.runMain(Effect.scoped(bench));
