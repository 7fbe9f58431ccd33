/** `npm run bench -- sizes`: the latency of reads over a million records, compared with a hundred thousand. */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { nodeOptions } from "../src/adapters/cli/serve/nodeOptions.ts";
import { readLexiconFolder } from "../src/adapters/filesystem/readLexiconFolder.ts";
import { layer as postgresClient } from "../src/adapters/postgres/connection/PostgresClient.ts";
import { layer as recordIndex } from "../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { parseLexiconSet } from "../src/domain/lexicon/parse/parseLexiconSet.ts";
import { bodiesFor, type Contender } from "./reads/Contender.ts";
import { dataSet } from "./reads/dataSet.ts";
import { addIndexes, fillOurs } from "./reads/fillOurs.ts";
import type { Load } from "./reads/Load.ts";
import { loadByNode } from "./reads/loadByNode.ts";
import { hasWrk, loadByWrk } from "./reads/loadByWrk.ts";
import { type Query, queries } from "./reads/queries.ts";
import { machine } from "./reads/report.ts";
import { startServer } from "./reads/Server.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";

const lexiconDir = fileURLToPath(new URL("reads/lexicons", import.meta.url));
const authorsShare = 50;

/** A service on a database of its own in the same PostgreSQL, with a number of posts and as many likes. */
const filled = (server: { readonly url: string; readonly dataDir: string }, records: number) =>
  Effect.gen(function* () {
    const name = `records_${records}`;
    const url = new URL(server.url);
    const administration = postgresClient({ url: Redacted.make(server.url) });
    yield* Effect.provide(
      Effect.flatMap(SqlClient, (sql) => sql.unsafe(`create database ${name}`)),
      administration
    );
    url.pathname = `/${name}`;
    const env = { DATABASE_URL: url.href, DATA_DIR: `${server.dataDir}/${name}`, LEXICON_DIR: lexiconDir };
    const script = new URL("../src/main.ts", import.meta.url);
    const service = yield* startServer({ name, script, env, nodeOptions, ready: "Ctrl-C stops it." });
    const lexicons = yield* Effect.flatMap(readLexiconFolder(lexiconDir), parseLexiconSet);
    const data = dataSet(records, Math.ceil(records / authorsShare));
    yield* Console.error(`Writing ${2 * records + Math.ceil(records / authorsShare)} records ...`);
    const index = recordIndex().pipe(Layer.provideMerge(postgresClient({ url: Redacted.make(url.href) })));
    yield* Effect.provide(Effect.zipRight(fillOurs(lexicons, data), addIndexes(lexicons)), index);
    const contender: Contender = { server: service, language: "ours", queries, sameBytes: false };
    const uriAt = (depth: number) => data.posts.at(Math.floor((1 - depth) * data.posts.length)).uri;
    return { contender, uriAt };
  });

type Filled = Effect.Effect.Success<ReturnType<typeof filled>>;

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The medians of alternating rounds on both, the smaller first. */
const compare = async (both: readonly [Filled, Filled], query: Query, rounds: number, seconds: number) => {
  const load = (await hasWrk()) ? loadByWrk : loadByNode;
  const asked = await Promise.all(
    both.map(async ({ contender, uriAt }) => ({
      url: contender.server.url,
      bodies: (await bodiesFor(contender, query, uriAt)).map((body) => JSON.stringify(body)),
      rounds: [] as Array<Load>
    }))
  );
  for (const { bodies, url } of asked) await load(url, bodies, 3);
  for (let round = 0; round < rounds; round += 1)
    for (const each of round % 2 === 0 ? asked : asked.toReversed())
      each.rounds.push(await load(each.url, each.bodies, seconds));
  return asked.map((each) => ({
    p50: median(each.rounds.map(({ p50 }) => p50)),
    p99: median(each.rounds.map(({ p99 }) => p99))
  }));
};

const bench = Effect.gen(function* () {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "2" },
      small: { type: "string", default: "100000" },
      large: { type: "string", default: "1000000" }
    }
  });
  const server = yield* temporaryDatabase;
  const small = yield* filled(server, Number(values.small));
  const large = yield* filled(server, Number(values.large));
  const rows: Array<string> = [];
  for (const query of queries) {
    const [before, after] = yield* Effect.promise(() =>
      compare([small, large], query, Number(values.rounds), Number(values.seconds))
    );
    if (before === undefined || after === undefined) continue;
    const cells = [before.p50, after.p50, after.p50 / before.p50, before.p99, after.p99, after.p99 / before.p99];
    rows.push(`| ${query.title} | ${cells.map((cell) => cell.toFixed(2)).join(" | ")} |`);
  }
  yield* Console.log(`
${values.small} and ${values.large} posts, as many likes; 32 connections; ${JSON.stringify(machine())}

| query | p50 ms | at ${values.large} | ratio | p99 ms | at ${values.large} | ratio |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}`);
});

NodeRuntime.runMain(Effect.scoped(bench));
