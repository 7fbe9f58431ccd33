/** `npm run bench -- writes`: writes per second to a real PDS, and how much of each write is the service's own. */
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { createDatabase } from "./createDatabase.ts";
import { machine } from "./reads/report.ts";
import { alternate } from "./rounds/alternate.ts";
import { median } from "./rounds/median.ts";
import { otherCheckout } from "./rounds/otherCheckout.ts";
import { postmasterOf } from "./rounds/processUse.ts";
import { ratiosTo, spreadText } from "./rounds/Spread.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";
import { testNetwork } from "./testNetwork.ts";
import { measureIdle, measureWrites, type Way, type WritesRound } from "./writes/measureWrites.ts";
import { startWritingService, type WritingService } from "./writes/WritingService.ts";

const usage = `npm run bench -- writes [flags]
  --rounds 3        of each version, in turn
  --seconds 5       of each round
  --users 16        who write at the same time
  --against commit  another version of the service in the same rounds; or the folder of a checkout`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "5" },
    users: { type: "string", default: "16" },
    against: { type: "string" },
    help: { type: "boolean", default: false }
  }
});

const users = Number(values.users);
const seconds = Number(values.seconds);

const ways: ReadonlyArray<Way> = [
  { title: "one after the other", users: 1, isKeyed: false },
  { title: "together", users, isKeyed: false },
  { title: "together, with Idempotency-Key", users, isKeyed: true }
];

type Rounds = ReadonlyArray<WritesRound>;

const row = (way: Way, { name }: WritingService, rounds: Rounds, others: ReadonlyArray<Rounds>): string => {
  const of = (read: (round: WritesRound) => number) => median(rounds.map(read));
  const cells = [
    way.title,
    way.users,
    name,
    of(({ rate }) => rate).toFixed(0),
    ...others.map((other) => (other === rounds ? "" : spreadText(ratiosTo(rounds, other, ({ rate }) => rate)))),
    ...others.map((other) =>
      other === rounds ? "" : spreadText(ratiosTo(rounds, other, ({ processor }) => processor))
    ),
    of(({ pdsP50 }) => pdsP50).toFixed(1),
    of(({ ownP50 }) => ownP50).toFixed(1),
    of(({ ownP95 }) => ownP95).toFixed(1),
    `${(100 * of(({ ownShare }) => ownShare)).toFixed(0)} %`,
    of(({ processor }) => processor).toFixed(0),
    of(({ database }) => database).toFixed(0)
  ];
  return `| ${cells.join(" | ")} |`;
};

const measureWay = async (services: ReadonlyArray<WritingService>, way: Way, postmaster: number) => {
  for (const service of services) await measureWrites(service, way, Math.max(2, seconds / 2), postmaster);
  const idle = new Map<WritingService, number>();
  for (const service of services) idle.set(service, await measureIdle(service, 3));
  const rounds = await alternate(services, Number(values.rounds), (service) =>
    measureWrites(service, way, seconds, postmaster, idle.get(service))
  );
  const others = rounds.slice(1);
  return services.map((service, at) => row(way, service, rounds[at] ?? [], others));
};

const bench = Effect.gen(function* () {
  const { postgresDir, url } = yield* temporaryDatabase;
  const postmaster = yield* Effect.promise(() => postmasterOf(postgresDir));
  const network = yield* testNetwork;
  const [pds] = network.pdses;
  const accounts = yield* Effect.forEach(Array.from({ length: users }), (_, at) =>
    Effect.promise(() => pds.createAccount({ handle: `bench${at}.test` }))
  );
  const versions = [{ name: "Tidemark", root: new URL("../", import.meta.url), database: "own" }];
  if (values.against !== undefined)
    versions.push({ name: values.against, root: yield* otherCheckout(values.against), database: "other" });
  const services = yield* Effect.forEach(versions, ({ database, name, root }) =>
    Effect.flatMap(createDatabase(url, database), (databaseUrl) =>
      startWritingService({ name, root, databaseUrl, network, accounts })
    )
  );
  const rows: Array<string> = [];
  for (const way of ways) rows.push(...(yield* Effect.promise(() => measureWay(services, way, postmaster))));
  const others = services.slice(1).map(({ name }) => name);
  const heads = [
    "creates",
    "users",
    "version",
    "writes/s",
    ...others.map((name) => `÷ ${name}`),
    ...others.map((name) => `own CPU ÷ ${name}`),
    "PDS p50 ms",
    "own p50 ms",
    "own p95 ms",
    "own share",
    "own CPU µs",
    "database CPU µs"
  ];
  yield* Console.log(`
PostgreSQL with fsync, the PDS, the service and the load on the same machine; medians of ${values.rounds} rounds of ${seconds} s;
processor time of the service without what it uses when idle

| ${heads.join(" | ")} |
| ${heads.map(() => "---").join(" | ")} |
${rows.join("\n")}

${JSON.stringify(machine())}`);
});

if (values.help) process.stdout.write(`${usage}\n`);
else Effect.scoped(bench).pipe(NodeRuntime.runMain());
