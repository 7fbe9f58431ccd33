/** `npm run bench -- token`: refreshes with DPoP and complete logins, compared with `oidc-provider`. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { EmbeddedPostgres, layer as embedded } from "../src/adapters/postgres/embedded/EmbeddedPostgres.ts";
import { machine } from "./reads/report.ts";
import { startServer } from "./reads/Server.ts";
import { Contender } from "./token/Contender.ts";
import { peerClientId } from "./token/callback.ts";
import { loggedIn, measureRound, type Round, residentMemory } from "./token/measure.ts";
import { tokenTable } from "./token/report.ts";

const usage = `npm run bench -- token [flags]
  --rounds 8      of each server, in turn
  --seconds 5     of each round
  --warm-up 8     seconds of each server before the first
  --no-fsync      our database does not wait for the disk
  --only refresh  or login: one of the two`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "8" },
    seconds: { type: "string", default: "5" },
    "warm-up": { type: "string", default: "8" },
    "no-fsync": { type: "boolean", default: false },
    only: { type: "string", default: "" },
    help: { type: "boolean", default: false }
  }
});

const folder = new URL("token/", import.meta.url);

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-bench-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
);

const startOwn = (databaseUrl: string) =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: "warning", ...unlimited };
    return yield* startServer({
      name: "Tidemark",
      script: new URL("ownServer.ts", folder),
      env,
      ready: "listening for"
    });
  });

/** Turns rate limits off, because all load comes from one address. */
const unlimited: Readonly<Record<string, string>> = {
  RATE_LIMIT_PER_ADDRESS: "off",
  RATE_LIMIT_PER_CLIENT: "off",
  RATE_LIMIT_FAILURES: "off"
};

const startPeer = startServer({
  name: "oidc-provider",
  script: new URL("peerServer.ts", folder),
  env: { NODE_ENV: "production" },
  ready: "listening for"
});

const postmasterOf = async (dataDir: string): Promise<number | null> => {
  const text = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const [first = ""] = text.split("\n");
  return /^\d+$/.test(first) ? Number(first) : null;
};

const measured = (contenders: ReadonlyArray<readonly [Contender, number | null]>) =>
  Effect.promise(async () => {
    const [rounds, seconds, warmUp] = [values.rounds, values.seconds, values["warm-up"]].map(Number);
    const entrants = contenders.map(([contender, postmaster]) => ({
      contender,
      postmaster,
      login: () => contender.login(),
      refreshes: [] as Round[],
      logins: [] as Round[]
    }));
    // The peer evicts what was not used for a while: its memory holds 1,000 items of each kind.
    const refreshing = async ({ contender, postmaster }: (typeof entrants)[number], duration: number) => {
      const apps = await loggedIn(contender);
      return measureRound(contender, postmaster, duration, (at) => contender.refresh(apps[at] ?? Object(null)));
    };
    const [refreshes, logins] = [values.only !== "login", values.only !== "refresh"];
    for (const each of entrants) {
      if (refreshes) await refreshing(each, warmUp ?? 8);
      if (logins) await measureRound(each.contender, each.postmaster, (warmUp ?? 8) / 2, each.login);
    }
    for (let round = 0; refreshes && round < (rounds ?? 8); round += 1) {
      for (const each of round % 2 === 0 ? entrants : entrants.toReversed())
        each.refreshes.push(await refreshing(each, seconds ?? 5));
    }
    for (let round = 0; logins && round < (rounds ?? 8) / 2; round += 1) {
      for (const each of round % 2 === 0 ? entrants : entrants.toReversed())
        each.logins.push(await measureRound(each.contender, each.postmaster, seconds ?? 5, each.login));
    }
    return Promise.all(
      entrants.map(async ({ contender, logins, refreshes }) => ({
        server: contender.server.name,
        refreshes,
        logins,
        memory: await residentMemory(contender)
      }))
    );
  });

const bench = Effect.gen(function* () {
  const dataDir = yield* temporaryFolder;
  const settings = values["no-fsync"] ? { fsync: "off" } : {};
  const program = Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres;
    const postmaster = yield* Effect.promise(() => postmasterOf(dataDir));
    const own = yield* startOwn(Redacted.value(url));
    const peer = yield* startPeer;
    const clientId = yield* Effect.promise(() => clientIdOf(own.url));
    const paths = { par: "/oauth/par", authorize: "/oauth/authorize", token: "/oauth/token" };
    const contenders = [
      [new Contender(own, clientId, paths), postmaster],
      [new Contender(peer, peerClientId, { par: "/request", authorize: "/auth", token: "/token" }), null]
    ] as const;
    const lines = yield* measured(contenders);
    for (const [contender] of contenders) contender.close();
    yield* Console.log(`${tokenTable(lines, "oidc-provider")}\n\n${JSON.stringify(machine())}`);
  });
  yield* Effect.provide(program, embedded({ dataDir, settings }));
});

const clientIdOf = async (url: string): Promise<string> => {
  const answer = await fetch(new URL("/bench/client", url));
  return answer.text();
};

if (values.help) process.stdout.write(`${usage}\n`);
else Effect.scoped(bench).pipe(NodeRuntime.runMain());
