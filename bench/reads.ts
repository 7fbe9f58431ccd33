/** `npm run bench -- reads`: GraphQL reads of the service compared with PostGraphile and a hand-written server, on the same rows in the same PostgreSQL. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { nodeOptions } from "../src/adapters/cli/serve/nodeOptions.ts";
import { layer as postgresClient } from "../src/adapters/postgres/connection/PostgresClient.ts";
import { EmbeddedPostgres, layer as embedded } from "../src/adapters/postgres/embedded/EmbeddedPostgres.ts";
import { sortFingerprint } from "../src/domain/record/query/Cursor.ts";
import { ensureInstalled } from "../test/pds/ensureInstalled.ts";
import { createDatabase } from "./createDatabase.ts";
import type { Contender } from "./reads/Contender.ts";
import { type DataSet, dataSet } from "./reads/dataSet.ts";
import { drawRequests } from "./reads/drawRequests.ts";
import { fillPeer } from "./reads/fillPeer.ts";
import { fillVersion, searchedField } from "./reads/fillVersion.ts";
import { connections } from "./reads/Load.ts";
import { loadByNode } from "./reads/loadByNode.ts";
import { hasWrk, loadByWrk } from "./reads/loadByWrk.ts";
import { measure, type Trial } from "./reads/measure.ts";
import { type Options, readOptions, usage } from "./reads/Options.ts";
import { queries } from "./reads/queries.ts";
import { rawIndex, type Tables } from "./reads/rawStatements.ts";
import { formTitles, linesOf, machine, type References, tableOf } from "./reads/report.ts";
import { type Server, startServer } from "./reads/Server.ts";
import { otherCheckout } from "./rounds/otherCheckout.ts";
import { peakMemory, postmasterOf } from "./rounds/processUse.ts";

const folder = new URL("reads/", import.meta.url);
const lexiconDir = fileURLToPath(new URL("lexicons", folder));

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-bench-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
);

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

interface Version {
  readonly name: string;
  readonly root: URL;
  readonly databaseUrl: string;
}

/** Whether the words of posts are indexed, which makes their rows longer. */
const isSearched = ({ only }: Options): boolean => only.length === 0 || only.includes("search");

const startService = ({ databaseUrl, name, root }: Version, options: Options, workers = 1) =>
  Effect.gen(function* () {
    const env = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: yield* temporaryFolder,
      LEXICON_DIR: lexiconDir,
      WORKERS: String(workers),
      ...(isSearched(options) && { INDEXED_FIELDS: searchedField })
    };
    const script = new URL("src/main.ts", root);
    return yield* startServer({ name, script, env, nodeOptions, ready: "Ctrl-C stops it." });
  });

/** Starts a version of the service on a database of its own, and stores the records there. */
const startVersion = (version: Version, options: Options, data: DataSet) =>
  Effect.gen(function* () {
    const { databaseUrl, root } = version;
    const server = yield* startService(version, options);
    yield* Console.error(`Writing ${data.posts.length + data.likes.length + data.profiles.length} records ...`);
    const tables = yield* fillVersion({
      root,
      databaseUrl,
      lexiconDir,
      indexes: options.indexes,
      searched: isSearched(options),
      data
    });
    return { server, tables };
  });

const ownName = "Tidemark";
const peerName = "PostGraphile";
const rawName = "by hand";

const startPeer = (databaseUrl: string, data: DataSet) =>
  Effect.zipRight(
    fillPeer(data),
    startServer({
      name: peerName,
      script: new URL("peerServer.ts", folder),
      env: { DATABASE_URL: databaseUrl, NODE_ENV: "production", GRAPHILE_ENV: "production" },
      ready: "listening"
    })
  );

const fingerprints = {
  indexed_at: sortFingerprint([{ operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }]),
  created_at: sortFingerprint([
    { operand: { _tag: "PropertyOperand", path: ["createdAt"], type: "instant" }, direction: "DESC" }
  ])
};

const startRaw = (databaseUrl: string, tables: Tables) =>
  Effect.zipRight(
    Effect.flatMap(SqlClient, (sql) => sql.unsafe(rawIndex(tables.posts))),
    startServer({
      name: rawName,
      script: new URL("rawServer.ts", folder),
      env: {
        DATABASE_URL: databaseUrl,
        TABLES: JSON.stringify(tables),
        FINGERPRINTS: JSON.stringify(fingerprints)
      },
      ready: "listening"
    })
  );

const own = (server: Server, sameBytes: boolean): Contender => ({ server, language: "ours", sameBytes });

/** Starts the service with each number of workers on one database. */
const startWorkers = (options: Options, data: DataSet) =>
  Effect.gen(function* () {
    const databaseUrl = Redacted.value((yield* EmbeddedPostgres).url);
    const root = new URL("../", import.meta.url);
    const filler = { name: ownName, root, databaseUrl };
    yield* Effect.scoped(startVersion(filler, options, data));
    return yield* Effect.forEach(options.workers, (workers) =>
      Effect.map(startService({ name: `${workers} workers`, root, databaseUrl }, options, workers), (server) =>
        own(server, false)
      )
    );
  });

const startContenders = (options: Options, data: DataSet) =>
  Effect.gen(function* () {
    const databaseUrl = Redacted.value((yield* EmbeddedPostgres).url);
    const root = new URL("../", import.meta.url);
    const { server, tables } = yield* startVersion({ name: ownName, root, databaseUrl }, options, data);
    const contenders: Array<Contender> = [own(server, false)];
    if (options.against !== null) {
      const other = yield* otherCheckout(options.against);
      const otherUrl = yield* createDatabase(databaseUrl, "other");
      const version = { name: options.against, root: other, databaseUrl: otherUrl };
      contenders.push(own((yield* startVersion(version, options, data)).server, true));
    }
    contenders.push({ server: yield* startPeer(databaseUrl, data), language: "peer", sameBytes: false });
    const raw = yield* startRaw(databaseUrl, tables);
    return [...contenders, { server: raw, language: rawName, sameBytes: true }] satisfies ReadonlyArray<Contender>;
  });

const trialsOf = ({ forms, only }: Options): ReadonlyArray<Trial> =>
  forms.flatMap((form) =>
    queries.filter(({ name }) => only.length === 0 || only.includes(name)).map((query) => ({ query, form }))
  );

/** Requests of a query; so many different ones that equal ones are never sent at the same time. */
const requestsOf = ({ form, query }: Trial, data: DataSet, { draw }: Options) => {
  const drawn = drawRequests(query, form, data, draw);
  if (form === "shared" || drawn.length >= 4 * connections) return drawn;
  throw new Error(
    `There are only ${drawn.length} different requests of ${query.name} for ${connections} connections: raise --pool, --authors or --size`
  );
};

const referencesOf = ({ against, workers: [first] }: Options): References =>
  first === undefined
    ? { all: [...(against === null ? [] : [against]), peerName, rawName], peer: peerName }
    : { all: [`${first} workers`], peer: `${first} workers` };

const bench = (options: Options, dataDir: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const data = dataSet(options.records, options.authors);
    const contenders = yield* options.workers.length > 0 ? startWorkers(options, data) : startContenders(options, data);
    const postmaster = yield* Effect.promise(() => postmasterOf(dataDir));
    const wrk = yield* Effect.promise(hasWrk);
    const measurement = {
      contenders,
      trials: trialsOf(options),
      load: wrk ? loadByWrk : loadByNode,
      requestsOf: (trial: Trial) => requestsOf(trial, data, options),
      postmaster,
      say: (line: string) => console.error(line)
    };
    const measured = yield* Effect.tryPromise({ try: () => measure(measurement, options), catch: asError });
    const peaks = yield* Effect.promise(() =>
      Promise.all(contenders.map(async ({ server }) => ({ ...server, peak: await peakMemory(server.process) })))
    );
    const references = referencesOf(options);
    const lines = linesOf(measured, references.all);
    const [server] = yield* sql<{ version: string; fsync: string }>`select
      current_setting('server_version') as version, current_setting('fsync') as fsync`;
    const facts = { ...machine(), postgres: server?.version, fsync: server?.fsync, load: wrk ? "wrk" : "node" };
    const tables = options.forms.map(
      (form) =>
        `${formTitles[form]}:\n\n${tableOf(
          lines.filter((line) => line.form === form),
          references
        )}`
    );
    yield* Console.log(`
PostgreSQL ${facts.postgres}, fsync ${facts.fsync}, Node ${facts.node}, ${facts.processors} processors, load by ${facts.load} over ${connections} connections;
${options.records} posts and likes of ${options.authors} authors, up to ${options.draw.pool} different requests of each query;
medians of ${options.rounds} rounds of ${options.roundSeconds} s, ratios with their range over the rounds

${tables.join("\n\n")}

Most resident memory: ${peaks.map(({ name, peak }) => `${name} ${Math.round(peak / 1_000_000)} MB`).join(", ")}.

${JSON.stringify({ bench: "reads", ...options, machine: facts, lines })}`);
  });

const database = ({ fsync }: Options, dataDir: string) =>
  Layer.unwrapEffect(Effect.map(EmbeddedPostgres, ({ url }) => postgresClient({ url }))).pipe(
    Layer.provideMerge(embedded({ dataDir, settings: { fsync: fsync ? "on" : "off", max_connections: "250" } }))
  );

const main = Effect.gen(function* () {
  const options = yield* Effect.try({ try: () => readOptions(process.argv.slice(2)), catch: asError });
  if (options === null) return yield* Console.log(usage);
  yield* Effect.promise(() => ensureInstalled(fileURLToPath(folder), "PostGraphile for the comparison"));
  const dataDir = yield* temporaryFolder;
  yield* Effect.provide(bench(options, dataDir), database(options, dataDir));
}).pipe(Effect.scoped);

NodeRuntime.runMain(
  Effect.tapError(main, ({ message }) => Console.error(message)),
  { disableErrorReporting: true }
);
