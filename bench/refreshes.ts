/** `npm run bench -- refreshes`: one session that expires under requests to many processes, repeatedly. */
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { stampede } from "../test/flows/refreshes/stampede.ts";
import { registerByCommand } from "../test/flows/registerByCommand.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";
import { testNetwork } from "./testNetwork.ts";

const usage = `npm run bench -- refreshes [flags]
  --processes 4   of the service, on one database
  --requests 64   to each of them at the same time
  --rounds 100    how often the session expires
  --wire          answers the writes before they reach the PDS, which then has only refreshes to do`;

const flags = () =>
  parseArgs({
    options: {
      processes: { type: "string", default: "4" },
      requests: { type: "string", default: "64" },
      rounds: { type: "string", default: "100" },
      wire: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  }).values;

const main = Effect.gen(function* () {
  const { help, processes, requests, rounds, wire: answersWrites } = flags();
  if (help) return yield* Console.log(usage);
  const { dataDir, url } = yield* temporaryDatabase;
  const network = yield* testNetwork;
  const report = yield* Effect.promise(() =>
    stampede({
      network,
      databaseUrl: url,
      dataDir,
      register: (env) => registerByCommand(env, "confidential", "https://client.example/callback"),
      processes: Number(processes),
      requests: Number(requests),
      rounds: Number(rounds),
      steadyWrites: 200,
      answersWrites,
      say: (line) => process.stderr.write(`${line}\n`)
    })
  );
  yield* Console.log(JSON.stringify({ bench: "refreshes", processes, rounds, ...report }, null, 2));
  const isGood =
    report.granted === Number(rounds) && report.invalidGrants === 0 && Object.keys(report.errors).length === 0;
  if (!isGood) process.exitCode = 1;
}).pipe(Effect.scoped);

NodeRuntime.runMain(main);
