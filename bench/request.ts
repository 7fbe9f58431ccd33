/** `npm run bench -- request`: a tiny response of the service, compared with `node:http` sending the same bytes. */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { nodeOptions } from "../src/adapters/cli/serve/nodeOptions.ts";
import { createDatabase } from "./createDatabase.ts";
import { connections } from "./reads/Load.ts";
import { loadByNode } from "./reads/loadByNode.ts";
import { hasWrk, loadByWrk } from "./reads/loadByWrk.ts";
import { machine } from "./reads/report.ts";
import { type Server, startServer } from "./reads/Server.ts";
import { alternate } from "./rounds/alternate.ts";
import { median } from "./rounds/median.ts";
import { otherCheckout } from "./rounds/otherCheckout.ts";
import { processorTime } from "./rounds/processUse.ts";
import { ratiosTo, spreadText } from "./rounds/Spread.ts";
import { temporaryDatabase, temporaryFolder } from "./temporaryDatabase.ts";

const usage = `npm run bench -- request [flags]
  --rounds 5        of each server, in turn
  --seconds 2       of each round
  --warm-up 4       seconds of each server before the first
  --against commit  another version of the service in the same rounds; or the folder of a checkout`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    "warm-up": { type: "string", default: "4" },
    against: { type: "string" },
    help: { type: "boolean", default: false }
  }
});

/** A request that the service answers at once; without a body it is a GET. */
interface Trial {
  readonly title: string;
  readonly path: string;
  readonly bodies: ReadonlyArray<string>;
}

const trials: ReadonlyArray<Trial> = [
  { title: "GET /health", path: "/health", bodies: [] },
  { title: "POST /graphql {__typename}", path: "/graphql", bodies: [JSON.stringify({ query: "{__typename}" })] }
];

const ownName = "Tidemark";
const plainName = "node:http";
const fibreName = "node:http, in a fibre";

const startService = (name: string, root: URL, databaseUrl: string) =>
  Effect.flatMap(temporaryFolder, (dataDir) =>
    startServer({
      name,
      script: new URL("src/main.ts", root),
      env: {
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        LEXICON_DIR: fileURLToPath(new URL("reads/lexicons", import.meta.url)),
        LOG_LEVEL: "warning"
      },
      nodeOptions,
      ready: "Ctrl-C stops it."
    })
  );

/** What Node.js adds by itself. */
const added = new Set(["date", "connection", "keep-alive"]);

/** The response of the service to a trial, for servers that send the same. */
const responseOf = async ({ url }: Server, { bodies, path }: Trial): Promise<string> => {
  const [body] = bodies;
  const headers = { "content-type": "application/json", accept: "application/json" };
  const response = await fetch(new URL(path, url), body === undefined ? {} : { method: "POST", headers, body });
  if (!response.ok) throw new Error(`${path} responds with ${response.status}`);
  const sent = Array.from(response.headers).filter(([name]) => !added.has(name));
  return JSON.stringify({ headers: Object.fromEntries(sent), body: await response.text() });
};

const startPlain = (name: string, response: string, env: Readonly<Record<string, string>> = {}) =>
  startServer({
    name,
    script: new URL("request/plainServer.ts", import.meta.url),
    env: { RESPONSE: response, ...env },
    ready: "listening"
  });

interface Round {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly processor: number;
}

const measureFor =
  ({ bodies, path }: Trial, seconds: number) =>
  async ({ name, process, url }: Server): Promise<Round> => {
    const load = (await hasWrk()) ? loadByWrk : loadByNode;
    const before = await processorTime(process);
    const measured = await load(new URL(path, url).href, bodies, seconds);
    const processor = ((await processorTime(process)) - before) / measured.requests;
    if (measured.failed > 0) throw new Error(`${measured.failed} requests to ${name} failed`);
    return { ...measured, rate: measured.requests / measured.seconds, processor };
  };

const row = (
  title: string,
  server: Server,
  rounds: ReadonlyArray<Round>,
  others: ReadonlyArray<ReadonlyArray<Round>>
) => {
  const of = (read: (round: Round) => number) => median(rounds.map(read));
  const cells = [
    title,
    server.name,
    Math.round(of(({ rate }) => rate)).toLocaleString("en"),
    ...others.map((other) => (other === rounds ? "" : spreadText(ratiosTo(rounds, other, ({ rate }) => rate)))),
    of(({ p50 }) => p50).toFixed(2),
    of(({ p99 }) => p99).toFixed(2),
    of(({ processor }) => processor).toFixed(0)
  ];
  return `| ${cells.join(" | ")} |`;
};

const measureTrial = (services: ReadonlyArray<Server>, trial: Trial) =>
  Effect.gen(function* () {
    const [own] = services;
    if (own === undefined) return [];
    const response = yield* Effect.promise(() => responseOf(own, trial));
    const servers = [
      ...services,
      yield* startPlain(plainName, response),
      yield* startPlain(fibreName, response, { FIBRE: "1" })
    ];
    return yield* Effect.promise(async () => {
      for (const server of servers) await measureFor(trial, Number(values["warm-up"]))(server);
      const rounds = await alternate(servers, Number(values.rounds), measureFor(trial, Number(values.seconds)));
      const others = references.map((name) => rounds[servers.findIndex((server) => server.name === name)] ?? []);
      return servers.map((server, at) => row(trial.title, server, rounds[at] ?? [], others));
    });
  }).pipe(Effect.scoped);

const references = [...(values.against === undefined ? [] : [values.against]), plainName];

const bench = Effect.gen(function* () {
  const { url } = yield* temporaryDatabase;
  const services = [yield* startService(ownName, new URL("../", import.meta.url), yield* createDatabase(url, "own"))];
  if (values.against !== undefined) {
    const root = yield* otherCheckout(values.against);
    services.push(yield* startService(values.against, root, yield* createDatabase(url, "other")));
  }
  const rows = yield* Effect.forEach(trials, (trial) => measureTrial(services, trial));
  const heads = ["request", "server", "requests/s", ...references.map((name) => `÷ ${name}`), "p50 ms", "p99 ms"];
  yield* Console.log(`
${connections} connections; medians of ${values.rounds} rounds of ${values.seconds} s, ratios with their range over the rounds

| ${[...heads, "server µs"].join(" | ")} |
| ${[...heads, ""].map(() => "---").join(" | ")} |
${rows.flat().join("\n")}

${JSON.stringify(machine())}`);
});

if (values.help) process.stdout.write(`${usage}\n`);
else Effect.scoped(bench).pipe(NodeRuntime.runMain());
