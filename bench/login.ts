/** `npm run bench -- login`: what a login at a real PDS costs the service, apart from the PDS; and an app that logs in there directly. */
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import type { Account } from "../test/pds/NetworkInfo.ts";
import { startNetwork } from "../test/pds/startNetwork.ts";
import { createDatabase } from "./createDatabase.ts";
import { type LoginTimes, measureLogin, measurePeerLogin } from "./login/measureLogin.ts";
import { loginTable } from "./login/report.ts";
import { machine } from "./reads/report.ts";
import { startServer } from "./reads/Server.ts";
import { alternate } from "./rounds/alternate.ts";
import { otherCheckout } from "./rounds/otherCheckout.ts";
import { postmasterOf } from "./rounds/processUse.ts";
import { temporaryDatabase, temporaryFolder } from "./temporaryDatabase.ts";

const usage = `npm run bench -- login [flags]
  --rounds 6        of each server, in turn
  --logins 10       one after the other, in each round
  --warm-up 20      logins at each server before the first
  --against commit  another version of the service in the same rounds; or the folder of a checkout`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "6" },
    logins: { type: "string", default: "10" },
    "warm-up": { type: "string", default: "20" },
    against: { type: "string" },
    help: { type: "boolean", default: false }
  }
});

interface Contender {
  readonly name: string;
  readonly login: (person: Account) => Promise<LoginTimes>;
}

const startOwn = (name: string, root: URL, databaseUrl: string, network: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const server = yield* startServer({
      name,
      script: new URL("bench/login/ownServer.ts", root),
      env: {
        ...network,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        LOG_LEVEL: "warning",
        // All logins come from one address.
        RATE_LIMIT_PER_ADDRESS: "off",
        RATE_LIMIT_PER_CLIENT: "off"
      },
      ready: "listening for"
    });
    const { clientId } = yield* Effect.promise(async () =>
      Object(await (await fetch(new URL("/bench/client", server.url))).json())
    );
    return { server, clientId: String(clientId) };
  });

const startContenders = (env: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { postgresDir, url } = yield* temporaryDatabase;
    const postmaster = yield* Effect.promise(() => postmasterOf(postgresDir));
    const versions = [{ name: "Tidemark", root: new URL("../", import.meta.url), database: "own" }];
    if (values.against !== undefined)
      versions.push({ name: values.against, root: yield* otherCheckout(values.against), database: "other" });
    const own = yield* Effect.forEach(versions, ({ database, name, root }) =>
      Effect.gen(function* () {
        const { clientId, server } = yield* startOwn(name, root, yield* createDatabase(url, database), env);
        const login = (person: Account) => measureLogin({ server, postmaster }, clientId, person);
        const contender: Contender = { name, login };
        return contender;
      })
    );
    const name = "@atproto/oauth-client-node";
    const script = new URL("login/peerServer.ts", import.meta.url);
    const server = yield* startServer({ name, script, env, ready: "listening for" });
    const peer: Contender = { name, login: (person) => measurePeerLogin({ server, postmaster: null }, person) };
    return [...own, peer];
  });

const bench = Effect.gen(function* () {
  const network = yield* Effect.acquireRelease(
    Effect.promise(() => startNetwork({ accounts: ["alice.test"] })),
    (started) => Effect.promise(() => started.stop())
  );
  const contenders = yield* startContenders({
    PLC_DIRECTORY_URL: network.plc.url,
    HANDLE_RESOLVER_URL: network.pdses[0].url
  });
  const person = network.account("alice.test");
  const several = async ({ login }: Contender, count: number): Promise<ReadonlyArray<LoginTimes>> => {
    const times: Array<LoginTimes> = [];
    for (let at = 0; at < count; at += 1) times.push(await login(person));
    return times;
  };
  const rounds = yield* Effect.promise(async () => {
    for (const each of contenders) await several(each, Number(values["warm-up"]));
    return alternate(contenders, Number(values.rounds), (each) => several(each, Number(values.logins)));
  });
  const servers = contenders.map(({ name }, at) => ({ server: name, logins: rounds[at]?.flat() ?? [] }));
  yield* Console.log(`
${Number(values.rounds) * Number(values.logins)} logins at each server, one after the other; medians

${loginTable(servers)}

${JSON.stringify(machine())}`);
});

if (values.help) process.stdout.write(`${usage}\n`);
else Effect.scoped(bench).pipe(NodeRuntime.runMain());
