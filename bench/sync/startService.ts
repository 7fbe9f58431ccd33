import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as Effect from "effect/Effect";
import { Client } from "pg";
import { nodeOptions } from "../../src/adapters/cli/serve/nodeOptions.ts";
import { type Server, startServer } from "../reads/Server.ts";
import type { Contender } from "./Contender.ts";
import { firstTime } from "./jetstreamEvents.ts";
import { sampleLexiconFiles } from "./sampleLexicons.ts";
import { authorAt, authorCount } from "./sampleRecords.ts";
import type { Source, SourceKind } from "./startSource.ts";

/** The service with its process, and a connection to its database. */
export interface FollowingService {
  readonly contender: Contender;
  readonly server: Server;
  readonly database: Client;
  /** The path at which the source serves it. */
  readonly path: string;
  /** What it follows, for further processes on the same database. */
  readonly settings: Readonly<Record<string, string>>;
}

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-bench-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
);

const writeLexicons = async (folder: string): Promise<void> => {
  for (const { document, file } of sampleLexiconFiles) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), JSON.stringify(document));
  }
};

const paths: Readonly<Record<SourceKind, string>> = {
  jetstream: "/subscribe",
  firehose: "/xrpc/com.atproto.sync.subscribeRepos"
};

const cursorOf: Readonly<Record<SourceKind, (event: number, spacing: number) => number>> = {
  jetstream: (event, spacing) => firstTime + event * spacing,
  firehose: (event) => event + 1
};

/** The stream is measured alone: no repository is fetched, and no identity is refreshed. */
const settingsOf = ({ address, kind }: Source): Readonly<Record<string, string>> => ({
  SYNC_SOURCE: kind,
  BACKFILL: "false",
  PLC_DIRECTORY_URL: address.replace("ws://", "http://"),
  ...(kind === "jetstream" ? { JETSTREAM_URL: `${address}${paths.jetstream}` } : { RELAY_URL: address })
});

/** How often the database is asked how far the service is, in milliseconds. */
const pollEvery = 20;

/** Waits until the source is connected: the first connection makes every known repository due. */
const untilConnected = async (client: Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query("select from tidemark.events where type = 'SyncSourceChanged.v1'");
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, pollEvery));
  }
};

/** Makes every author known, and every repository of a firehose synchronized, as if they were followed for long. */
const prepare = async (client: Client, { repositories }: Source): Promise<void> => {
  await untilConnected(client);
  const dids = Array.from({ length: authorCount }, (_, at) => authorAt(at));
  await client.query("insert into tidemark_records.actors (did) select unnest($1::text[]) on conflict do nothing", [
    dids
  ]);
  await client.query(
    `insert into tidemark.followed_repositories (did, rev, data)
     select * from unnest($1::text[], $2::text[], $3::text[])`,
    [repositories.map(({ did }) => did), repositories.map(({ rev }) => rev), repositories.map(({ data }) => data)]
  );
};

const connected = (databaseUrl: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ connectionString: databaseUrl, application_name: "bench" });
      await client.connect();
      return client;
    }),
    (client) => Effect.promise(() => client.end())
  );

/** The longest time without a new cursor, in milliseconds. */
const patience = 60_000;

/** Further options of Node.js, such as `--cpu-prof --cpu-prof-dir=<folder>`. */
const moreOptions = process.env.SERVICE_NODE_OPTIONS?.split(" ") ?? [];

/** Starts the service with the Lexicons of the sample records, for the scope. All collections are open. */
export const startServiceProcess = Effect.fnUntraced(function* (
  databaseUrl: string,
  settings: Readonly<Record<string, string>>
) {
  const [lexicons, dataDir] = yield* Effect.all([temporaryFolder, temporaryFolder]);
  yield* Effect.promise(() => writeLexicons(lexicons));
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LEXICON_DIR: lexicons,
    SYNC_AUTHORITIES: "*",
    SYNC_IDLE_SECONDS: "3600",
    ...settings
  };
  return yield* startServer({
    name: "service",
    script: new URL("../../src/main.ts", import.meta.url),
    env,
    nodeOptions: [...nodeOptions, ...moreOptions],
    ready: "Ctrl-C stops it."
  });
});

/** Starts the service on a database, following a source from its next event, for the scope. */
export const startService = Effect.fnUntraced(function* (
  source: Source,
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {}
) {
  const settings = settingsOf(source);
  const service = yield* startServiceProcess(databaseUrl, { ...settings, ...more });
  const database = yield* connected(databaseUrl);
  yield* Effect.promise(() => prepare(database, source));
  const path = paths[source.kind];
  const cursor = async (): Promise<number> => {
    const { rows } = await database.query<{ cursor: string | null }>("select cursor from tidemark.sync_cursors");
    return Number(rows[0]?.cursor ?? 0);
  };
  const waitFor = async (wanted: number): Promise<void> => {
    let [last, since] = [0, performance.now()];
    for (;;) {
      const reached = await cursor();
      if (reached >= wanted) return;
      if (reached !== last) [last, since] = [reached, performance.now()];
      if (performance.now() - since > patience)
        throw new Error(`The service stopped storing events at the cursor ${reached}`);
      await new Promise((resolve) => setTimeout(resolve, pollEvery));
    }
  };
  const contender: Contender = {
    name: "service",
    pid: service.process,
    database: new URL(databaseUrl).pathname.slice(1),
    storeUpTo: async (upTo) => {
      source.release(path, upTo, null);
      await waitFor(cursorOf[source.kind](upTo - 1, source.spacing));
    }
  };
  const following: FollowingService = { contender, server: service, database, path, settings };
  return following;
});
