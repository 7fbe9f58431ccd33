/** `npm run bench -- reads`: GraphQL reads of the service compared with PostGraphile, on the same rows in the same PostgreSQL. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { nodeOptions } from "../src/adapters/cli/serve/nodeOptions.ts";
import { readLexiconFolder } from "../src/adapters/filesystem/readLexiconFolder.ts";
import { layer as postgresClient } from "../src/adapters/postgres/connection/PostgresClient.ts";
import { EmbeddedPostgres, layer as embedded } from "../src/adapters/postgres/embedded/EmbeddedPostgres.ts";
import { layer as recordIndex } from "../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { storedCollections } from "../src/adapters/postgres/record/table/StoredCollection.ts";
import { parseLexiconSet } from "../src/domain/lexicon/parse/parseLexiconSet.ts";
import { sortFingerprint } from "../src/domain/record/query/Cursor.ts";
import { ensureInstalled } from "../test/pds/ensureInstalled.ts";
import type { Contender } from "./reads/Contender.ts";
import { dataSet } from "./reads/dataSet.ts";
import { addIndexes, fillOurs } from "./reads/fillOurs.ts";
import { fillPeer } from "./reads/fillPeer.ts";
import { loadByNode } from "./reads/loadByNode.ts";
import { hasWrk, loadByWrk } from "./reads/loadByWrk.ts";
import { measure } from "./reads/measure.ts";
import { type Options, readOptions, usage } from "./reads/Options.ts";
import { queries } from "./reads/queries.ts";
import { linesOf, machine, tableOf } from "./reads/report.ts";
import { startServer } from "./reads/Server.ts";

const folder = new URL("reads/", import.meta.url);
const lexiconDir = fileURLToPath(new URL("lexicons", folder));

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-bench-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
);

const startService = (name: string, root: URL, databaseUrl: string) =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LEXICON_DIR: lexiconDir };
    return yield* startServer({
      name,
      script: new URL("src/main.ts", root),
      env,
      nodeOptions,
      ready: "Ctrl-C stops it."
    });
  });

const peerName = "PostGraphile";

const startPeer = (databaseUrl: string) =>
  startServer({
    name: peerName,
    script: new URL("peerServer.ts", folder),
    env: { DATABASE_URL: databaseUrl, NODE_ENV: "production", GRAPHILE_ENV: "production" },
    ready: "listening"
  });

const startRaw = (databaseUrl: string, posts: string) =>
  startServer({
    name: "by hand",
    script: new URL("rawServer.ts", folder),
    env: {
      DATABASE_URL: databaseUrl,
      POSTS: posts,
      FINGERPRINT: sortFingerprint([{ operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }])
    },
    ready: "listening"
  });

const bench = (options: Options) =>
  Effect.gen(function* () {
    const url = Redacted.value((yield* EmbeddedPostgres).url);
    const sql = yield* SqlClient;
    const lexicons = yield* Effect.flatMap(readLexiconFolder(lexiconDir), parseLexiconSet).pipe(
      Effect.mapError((faults) => new Error(`The Lexicons of the benchmark are invalid: ${JSON.stringify(faults)}`))
    );
    const service = yield* startService("Tidemark", new URL("../", import.meta.url), url);
    const data = dataSet(options.records, options.authors);
    yield* Console.error(`Writing ${2 * options.records + options.authors} records, twice ...`);
    yield* fillOurs(lexicons, data);
    if (options.indexes) yield* addIndexes(lexicons);
    yield* fillPeer(data);

    const asked = queries.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
    const contenders: Array<Contender> = [{ server: service, language: "ours", queries: asked, sameBytes: false }];
    if (options.against !== null) {
      const root = pathToFileURL(`${resolve(options.against)}/`);
      const other = yield* startService(options.against, root, url);
      contenders.push({ server: other, language: "ours", queries: asked, sameBytes: true });
    }
    contenders.push({ server: yield* startPeer(url), language: "peer", queries: asked, sameBytes: false });
    const raw = yield* startRaw(url, storedCollections(lexicons).get(data.posts.nsid)?.table.sql ?? "");
    const flat = asked.filter(({ name }) => name === "flat" || name === "places");
    contenders.push({ server: raw, language: "ours", queries: flat, sameBytes: true });

    const wrk = yield* Effect.promise(hasWrk);
    const load = wrk ? loadByWrk : loadByNode;
    const uriAt = (depth: number) => data.posts.at(Math.floor((1 - depth) * data.posts.length)).uri;
    yield* Console.error("Measuring ...");
    const measured = yield* Effect.tryPromise({
      try: () => measure({ contenders, queries: asked, load, uriAt }, options),
      catch: (cause) => (cause instanceof Error ? cause : new Error(String(cause)))
    });
    const lines = linesOf(measured, peerName);
    const [server] = yield* sql<{ version: string; fsync: string }>`select
      current_setting('server_version') as version, current_setting('fsync') as fsync`;
    const facts = { ...machine(), postgres: server?.version, fsync: server?.fsync, load: wrk ? "wrk" : "node" };
    yield* Console.log(`
PostgreSQL ${facts.postgres}, fsync ${facts.fsync}, Node ${facts.node}, ${facts.processors} processors, load by ${facts.load} over 32 connections;
${options.records} posts and likes of ${options.authors} authors; medians of ${options.rounds} rounds of ${options.roundSeconds} s after a warm-up of ${options.warmUpSeconds} s for each server at least

${tableOf(lines)}

${JSON.stringify({ bench: "reads", ...options, machine: facts, lines })}`);
  });

const database = ({ fsync }: Options) =>
  Layer.unwrapScoped(
    Effect.map(temporaryFolder, (dataDir) =>
      recordIndex().pipe(
        Layer.provideMerge(Layer.unwrapEffect(Effect.map(EmbeddedPostgres, ({ url }) => postgresClient({ url })))),
        Layer.provideMerge(embedded({ dataDir, settings: { fsync: fsync ? "on" : "off", max_connections: "100" } }))
      )
    )
  );

const main = Effect.gen(function* () {
  const options = yield* Effect.try({
    try: () => readOptions(process.argv.slice(2)),
    catch: (cause) => (cause instanceof Error ? cause : new Error(String(cause)))
  });
  if (options === null) return yield* Console.log(usage);
  yield* Effect.promise(() => ensureInstalled(fileURLToPath(folder), "PostGraphile for the comparison"));
  yield* Effect.scoped(bench(options)).pipe(Effect.provide(database(options)));
});

NodeRuntime.runMain(
  Effect.tapError(main, ({ message }) => Console.error(message)),
  { disableErrorReporting: true }
);
