/** `npm run bench -- refresh-faults`: refreshes over a wire that loses, delays, duplicates and cuts off messages. */
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { refreshFaults } from "../test/flows/refreshes/refreshFaults.ts";
import { registerByCommand } from "../test/flows/registerByCommand.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";
import { testNetwork } from "./testNetwork.ts";

const usage = `npm run bench -- refresh-faults [flags]
  --refreshes 10000  to begin, at least
  --people 8         whose sessions they are
  --processes 2      of the service, on one database
  --faults 0.1       the share of them that the wire disturbs
  --seed 1           repeats what is left to chance`;

const flags = () =>
  parseArgs({
    options: {
      refreshes: { type: "string", default: "10000" },
      people: { type: "string", default: "8" },
      processes: { type: "string", default: "2" },
      faults: { type: "string", default: "0.1" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      help: { type: "boolean", default: false }
    }
  }).values;

const main = Effect.gen(function* () {
  const { faults, help, people, processes, refreshes, seed } = flags();
  if (help) return yield* Console.log(usage);
  const { dataDir, url } = yield* temporaryDatabase;
  const network = yield* testNetwork;
  const report = yield* Effect.promise(() =>
    refreshFaults({
      network,
      databaseUrl: url,
      dataDir,
      register: (env) => registerByCommand(env, "confidential", "https://client.example/callback"),
      processes: Number(processes),
      people: Number(people),
      refreshes: Number(refreshes),
      faults: Number(faults),
      seed: Number(seed),
      say: (line) => process.stderr.write(`${line}\n`)
    })
  );
  yield* Console.log(JSON.stringify({ bench: "refresh-faults", seed, ...report }, null, 2));
  if (report.unexplained.length > 0) process.exitCode = 1;
}).pipe(Effect.scoped);

NodeRuntime.runMain(main);
