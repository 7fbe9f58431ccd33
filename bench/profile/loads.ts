import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { nodeOptions } from "../../src/adapters/cli/serve/nodeOptions.ts";
import { bodiesFor, type Contender } from "../reads/Contender.ts";
import { dataSet } from "../reads/dataSet.ts";
import { drawRequests } from "../reads/drawRequests.ts";
import { fillVersion, searchedField } from "../reads/fillVersion.ts";
import { loadByNode } from "../reads/loadByNode.ts";
import { hasWrk, loadByWrk } from "../reads/loadByWrk.ts";
import { queries } from "../reads/queries.ts";
import { startServer } from "../reads/Server.ts";
import { temporaryFolder } from "../temporaryDatabase.ts";
import { testNetwork } from "../testNetwork.ts";
import type { Contender as TokenContender } from "../token/Contender.ts";
import { logIn, measureLogins, refreshFor } from "../token/measure.ts";
import { startOwn } from "../token/startOwn.ts";
import { measureWrites } from "../writes/measureWrites.ts";
import { startWritingService } from "../writes/WritingService.ts";

const root = new URL("../../", import.meta.url);

/** A started server, and what sends requests to it for some seconds and returns their number. */
export interface Loaded {
  readonly process: number;
  readonly send: (seconds: number) => Promise<number>;
}

/** Starts a server on an empty database with options of Node.js, for the scope. */
export type StartLoaded = (
  databaseUrl: string,
  options: ReadonlyArray<string>
) => Effect.Effect<Loaded, Error, Scope.Scope>;

const tokens =
  (sender: (contender: TokenContender) => Promise<Loaded["send"]>): StartLoaded =>
  (databaseUrl, options) =>
    Effect.gen(function* () {
      const contender = yield* startOwn({ name: "Tidemark", root, databaseUrl, nodeOptions: options });
      yield* Effect.addFinalizer(() => Effect.sync(() => contender.close()));
      return { process: contender.server.process, send: yield* Effect.promise(() => sender(contender)) };
    });

const pages =
  (name: string): StartLoaded =>
  (databaseUrl, options) =>
    Effect.gen(function* () {
      const query = queries.find((each) => each.name === name);
      if (query === undefined) return yield* Effect.fail(new Error(`There is no query ${name}`));
      const lexiconDir = fileURLToPath(new URL("bench/reads/lexicons", root));
      const dataDir = yield* temporaryFolder;
      const server = yield* startServer({
        name: "Tidemark",
        script: new URL("src/main.ts", root),
        env: {
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
          LEXICON_DIR: lexiconDir,
          ...(name === "search" && { INDEXED_FIELDS: searchedField })
        },
        nodeOptions: [...nodeOptions, ...options],
        ready: "Ctrl-C stops it."
      });
      const data = dataSet(20_000, 1_000);
      yield* Effect.mapError(
        fillVersion({ root, databaseUrl, lexiconDir, indexes: true, searched: name === "search", data }),
        ({ message }) => new Error(message)
      );
      const contender: Contender = { server, language: "ours", sameBytes: false };
      const requests = drawRequests(query, "unique", data, { pool: 1_024, seed: 1 });
      const bodies = yield* Effect.promise(() => bodiesFor(contender, query, requests));
      const texts = bodies.map((body) => JSON.stringify(body));
      const load = (yield* Effect.promise(hasWrk)) ? loadByWrk : loadByNode;
      return { process: server.process, send: async (seconds) => (await load(server.url, texts, seconds)).requests };
    });

const tiny =
  (path: string, bodies: ReadonlyArray<string>): StartLoaded =>
  (databaseUrl, options) =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder;
      const server = yield* startServer({
        name: "Tidemark",
        script: new URL("src/main.ts", root),
        env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: "warning" },
        nodeOptions: [...nodeOptions, ...options],
        ready: "Ctrl-C stops it."
      });
      const load = (yield* Effect.promise(hasWrk)) ? loadByWrk : loadByNode;
      const url = new URL(path, server.url).href;
      return { process: server.process, send: async (seconds) => (await load(url, bodies, seconds)).requests };
    });

/** Creates at a real PDS by 16 users, as in the benchmark of writes. */
const writes: StartLoaded = (databaseUrl, options) =>
  Effect.gen(function* () {
    const network = yield* testNetwork;
    const [pds] = network.pdses;
    const accounts = yield* Effect.forEach(Array.from({ length: 16 }), (_, at) =>
      Effect.promise(() => pds.createAccount({ handle: `bench${at}.test` }))
    );
    const version = { name: "Tidemark", root, databaseUrl, network, accounts, nodeOptions: options };
    const service = yield* startWritingService(version);
    const way = { title: "together", users: accounts.length, isKeyed: false };
    return {
      process: service.pid,
      send: async (seconds) => (await measureWrites(service, way, seconds, Number.NaN)).writes
    };
  });

/** What can be profiled, by name: tiny responses, refreshes, logins, writes, and each query of the reads. */
export const loads: Readonly<Record<string, StartLoaded>> = {
  health: tiny("/health", []),
  typename: tiny("/graphql", [JSON.stringify({ query: "{__typename}" })]),
  refresh: tokens(async (contender) => {
    const apps = await logIn(contender);
    return async (seconds) => (await refreshFor({ contender, postmaster: null }, apps, seconds)).took.length;
  }),
  login: tokens(
    async (contender) => async (seconds) =>
      (await measureLogins({ contender, postmaster: null }, seconds)).par.took.length
  ),
  write: writes,
  ...Object.fromEntries(queries.map(({ name }) => [name, pages(name)]))
};
