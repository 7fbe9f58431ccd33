/** `npm run bench -- token`: refreshes with DPoP and the steps of logins, compared with `oidc-provider` in memory and over PostgreSQL. */
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { createDatabase } from "./createDatabase.ts";
import { machine } from "./reads/report.ts";
import { startServer } from "./reads/Server.ts";
import { inTurn } from "./rounds/alternate.ts";
import { otherCheckout } from "./rounds/otherCheckout.ts";
import { peakMemory, postmasterOf } from "./rounds/processUse.ts";
import { databaseWith } from "./temporaryDatabase.ts";
import { Contender } from "./token/Contender.ts";
import { peerClientId } from "./token/callback.ts";
import { databaseWire } from "./token/DatabaseWire.ts";
import { type Measured, measureLogins, measureRefreshes } from "./token/measure.ts";
import { type ServerLines, tokenTable, type What } from "./token/report.ts";
import { countRoundTrips, type StepTraffic, statementsText } from "./token/roundTrips.ts";
import { inSequence, roundOf, type StepRound } from "./token/StepUse.ts";
import { startOwn } from "./token/startOwn.ts";

const usage = `npm run bench -- token [flags]
  --rounds 8        of each server, in turn
  --seconds 5       of each round
  --warm-up 8       seconds of each server before the first
  --no-fsync        the databases do not wait for the disk
  --only refresh    or login: one of the two
  --against commit  another version of the service in the same rounds; or the folder of a checkout
  --statements      prints what goes to the database on the way of each request`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "8" },
    seconds: { type: "string", default: "5" },
    "warm-up": { type: "string", default: "8" },
    "no-fsync": { type: "boolean", default: false },
    only: { type: "string", default: "" },
    against: { type: "string" },
    statements: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
});

const here = new URL("../", import.meta.url);

/** A server that can be started again on another database. */
interface Kind {
  readonly name: string;
  readonly database: string | null;
  readonly start: (databaseUrl: string | null) => ReturnType<typeof startPeer>;
}

const startPeer = (name: string, databaseUrl: string | null) =>
  Effect.gen(function* () {
    const server = yield* startServer({
      name,
      script: new URL("token/peerServer.ts", import.meta.url),
      env: { NODE_ENV: "production", ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) },
      ready: "listening for"
    });
    return new Contender(server, peerClientId, { par: "/request", authorize: "/auth", token: "/token" });
  });

const inMemory = "oidc-provider in memory";
const overPostgres = "oidc-provider over PostgreSQL";

const kinds = Effect.gen(function* () {
  const { against } = values;
  const other = against === undefined ? null : { name: against, root: yield* otherCheckout(against) };
  const all: ReadonlyArray<Kind | null> = [
    {
      name: "Tidemark",
      database: "own",
      start: (url) => startOwn({ name: "Tidemark", root: here, databaseUrl: url ?? "" })
    },
    other && { name: other.name, database: "other", start: (url) => startOwn({ ...other, databaseUrl: url ?? "" }) },
    { name: overPostgres, database: "peer", start: (url) => startPeer(overPostgres, url) },
    { name: inMemory, database: null, start: (url) => startPeer(inMemory, url) }
  ];
  return all.filter((kind) => kind !== null);
});

const closing = (contender: Contender) =>
  Effect.as(
    Effect.addFinalizer(() => Effect.sync(() => contender.close())),
    contender
  );

/** Counts round trips in a server of its own, because counting takes time. */
const trafficOf = ({ database, start }: Kind, databaseUrl: string) =>
  Effect.gen(function* () {
    if (database === null) return null;
    const { databaseUrl: watched, wire } = yield* databaseWire(
      yield* createDatabase(databaseUrl, `${database}_watched`)
    );
    const contender = yield* Effect.flatMap(start(watched), closing);
    return yield* Effect.promise(() => countRoundTrips(contender, wire, 20));
  }).pipe(Effect.scoped);

type Rounds = Record<What, Array<StepRound>>;

const measureAll = async (entrants: ReadonlyArray<Measured>): Promise<ReadonlyArray<Rounds>> => {
  const [rounds = 8, seconds = 5, warmUp = 8] = [values.rounds, values.seconds, values["warm-up"]].map(Number);
  const all = entrants.map((entrant) => {
    const results: Rounds = { refresh: [], par: [], authorize: [], exchange: [], login: [] };
    return { entrant, results };
  });
  const refreshes = async ({ entrant, results }: (typeof all)[number], duration: number) => {
    if (values.only === "login") return;
    results.refresh.push(roundOf(await measureRefreshes(entrant, duration)));
  };
  const logins = async ({ entrant, results }: (typeof all)[number], duration: number) => {
    if (values.only === "refresh") return;
    const { authorize, exchange, par } = await measureLogins(entrant, duration);
    results.par.push(roundOf(par));
    results.authorize.push(roundOf(authorize));
    results.exchange.push(roundOf(exchange));
    results.login.push(roundOf(inSequence(inSequence(par, authorize), exchange)));
  };
  for (const { entrant } of all) {
    const unused: Rounds = { refresh: [], par: [], authorize: [], exchange: [], login: [] };
    await refreshes({ entrant, results: unused }, warmUp);
    await logins({ entrant, results: unused }, warmUp / 2);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const each of inTurn(all, round)) {
      await refreshes(each, seconds);
      await logins(each, seconds);
    }
  }
  return all.map(({ results }) => results);
};

const tripsOf = (traffic: StepTraffic): Readonly<Record<What, number>> => {
  const { authorize, exchange, par, refresh } = traffic;
  const login = par.roundTrips + authorize.roundTrips + exchange.roundTrips;
  return {
    refresh: refresh.roundTrips,
    par: par.roundTrips,
    authorize: authorize.roundTrips,
    exchange: exchange.roundTrips,
    login
  };
};

const bench = Effect.gen(function* () {
  const { postgresDir, url } = yield* databaseWith({
    fsync: values["no-fsync"] ? "off" : "on",
    max_connections: "200"
  });
  const postmaster = yield* Effect.promise(() => postmasterOf(postgresDir));
  const started = yield* Effect.forEach(yield* kinds, (kind) =>
    Effect.gen(function* () {
      const traffic = yield* trafficOf(kind, url);
      const databaseUrl = kind.database === null ? null : yield* createDatabase(url, kind.database);
      const contender = yield* Effect.flatMap(kind.start(databaseUrl), closing);
      return { name: kind.name, traffic, contender, postmaster: databaseUrl === null ? null : postmaster };
    })
  );
  const rounds = yield* Effect.promise(() => measureAll(started));
  const lines = yield* Effect.forEach(started, ({ contender, name, traffic }, at) =>
    Effect.map(
      Effect.promise(() => peakMemory(contender.server.process)),
      (memory): ServerLines => ({
        server: name,
        rounds: rounds[at] ?? { refresh: [], par: [], authorize: [], exchange: [], login: [] },
        roundTrips: traffic && tripsOf(traffic),
        memory
      })
    )
  );
  for (const { name, traffic } of started)
    if (values.statements && traffic !== null) yield* Console.log(`${statementsText(name, traffic)}\n`);
  const references = [...(values.against === undefined ? [] : [values.against]), overPostgres, inMemory];
  yield* Console.log(`${tokenTable(lines, references)}\n\n${JSON.stringify(machine())}`);
});

if (values.help) process.stdout.write(`${usage}\n`);
else Effect.scoped(bench).pipe(NodeRuntime.runMain());
