/** `npm run bench -- login`: how much of a login at a real PDS is the service's own time. */
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { startNetwork } from "../test/pds/startNetwork.ts";
import { type LoginTimes, measureLogin, steps } from "./login/measureLogin.ts";
import { machine } from "./reads/report.ts";
import { startServer } from "./reads/Server.ts";
import { processorTime } from "./rounds/processUse.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";

const { values } = parseArgs({
  options: { logins: { type: "string", default: "60" }, "warm-up": { type: "string", default: "20" } }
});

/** The percentile of some times, in milliseconds. */
const percentile = (all: ReadonlyArray<number>, share: number): string =>
  (all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? Number.NaN).toFixed(1);

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0);

interface Share {
  readonly total: number;
  readonly others: number;
  readonly requests: number;
}

const row = (name: string, shares: ReadonlyArray<Share>): string => {
  const ours = shares.map(({ others, total }) => total - others);
  const cells = [
    name,
    percentile(ours, 0),
    percentile(ours, 0.5),
    percentile(ours, 0.95),
    percentile(
      shares.map(({ others }) => others),
      0.5
    ),
    (sum(shares.map(({ requests }) => requests)) / shares.length).toFixed(1)
  ];
  return `| ${cells.join(" | ")} |`;
};

const table = (logins: ReadonlyArray<LoginTimes>): string => {
  const rows = steps.map((step) =>
    row(
      step,
      logins.map((login) => ({
        total: login[step].total,
        others: login[step].milliseconds,
        requests: login[step].requests
      }))
    )
  );
  const whole = logins.map((login) => ({
    total: sum(steps.map((step) => login[step].total)),
    others: sum(steps.map((step) => login[step].milliseconds)),
    requests: sum(steps.map((step) => login[step].requests))
  }));
  return `| ${logins.length} logins, one after the other | ours, least ms | ours, p50 ms | ours, p95 ms | PDS and directory, p50 ms | requests to them |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
${row("complete login", whole)}`;
};

const bench = Effect.gen(function* () {
  const { dataDir, url } = yield* temporaryDatabase;
  const network = yield* Effect.acquireRelease(
    Effect.promise(() => startNetwork({ accounts: ["alice.test"] })),
    (started) => Effect.promise(() => started.stop())
  );
  const server = yield* startServer({
    name: "Tidemark",
    script: new URL("login/ownServer.ts", import.meta.url),
    env: {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PLC_DIRECTORY_URL: network.plc.url,
      HANDLE_RESOLVER_URL: network.pdses[0].url,
      LOG_LEVEL: "warning"
    },
    ready: "listening for"
  });
  const { origin } = new URL(server.url);
  const { measured, processor } = yield* Effect.promise(async () => {
    const { clientId } = Object(await (await fetch(`${origin}/bench/client`)).json());
    const measured: Array<LoginTimes> = [];
    let before = 0;
    const count = Number(values.logins) + Number(values["warm-up"]);
    for (let at = 0; at < count; at += 1) {
      if (at === Number(values["warm-up"])) before = await processorTime(server.process);
      measured.push(await measureLogin(origin, String(clientId), network.account("alice.test")));
    }
    const after = await processorTime(server.process);
    const processor = (after - before) / 1_000 / Number(values.logins);
    return { measured: measured.slice(Number(values["warm-up"])), processor };
  });
  yield* Console.log(`${table(measured)}

On the processor, the database apart: ${processor.toFixed(1)} ms for a login.

${JSON.stringify(machine())}`);
});

Effect.scoped(bench).pipe(NodeRuntime.runMain());
