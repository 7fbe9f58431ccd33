/** `npm run bench -- faults`: writes while processes are killed, requests and responses are lost, and the PDS restarts. */
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { faultRun } from "../test/flows/faults/faultRun.ts";
import { registerByCommand } from "../test/flows/registerByCommand.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";
import { testNetwork } from "./testNetwork.ts";

const usage = `npm run bench -- faults [flags]
  --writes 2000      records to write, at least
  --authors 16       who write at the same time, each one record or batch after the other
  --kill-every 150   about so many records between two kills of a process
  --restart-every 400  the same for restarts of the PDS
  --loss 0.03        the share of requests, and of answers, that are lost
  --keyless 0.1      the share of writes without an Idempotency-Key
  --seed 1           repeats what is left to chance`;

const read = () => {
  const { values } = parseArgs({
    options: {
      writes: { type: "string", default: "2000" },
      authors: { type: "string", default: "16" },
      "kill-every": { type: "string", default: "150" },
      "restart-every": { type: "string", default: "400" },
      loss: { type: "string", default: "0.03" },
      keyless: { type: "string", default: "0.1" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      help: { type: "boolean", default: false }
    }
  });
  return values;
};

const main = Effect.gen(function* () {
  const flags = read();
  if (flags.help) return yield* Console.log(usage);
  const { dataDir, url } = yield* temporaryDatabase;
  const network = yield* testNetwork;
  const report = yield* Effect.promise(() =>
    faultRun({
      network,
      databaseUrl: url,
      dataDir,
      register: (env) => registerByCommand(env, "public", "http://127.0.0.1:4321/callback"),
      writes: Number(flags.writes),
      authors: Number(flags.authors),
      killEvery: Number(flags["kill-every"]),
      restartEvery: Number(flags["restart-every"]),
      loss: Number(flags.loss),
      keyless: Number(flags.keyless),
      seed: Number(flags.seed),
      say: (line) => process.stderr.write(`${line}\n`)
    })
  );
  const { doubled, indexDiffers, logDiffers, lost, stories, unexplained, ...counts } = report;
  const differences = { lost, doubled, unexplained, logDiffers, indexDiffers };
  yield* Console.log(JSON.stringify({ bench: "faults", seed: flags.seed, ...counts, stories }, null, 2));
  for (const [name, found] of Object.entries(differences))
    yield* Console.log(`${name}: ${found.length}${found.length === 0 ? "" : ` (${found.slice(0, 5).join("; ")})`}`);
  if (Object.values(differences).some((found) => found.length > 0)) process.exitCode = 1;
}).pipe(Effect.scoped);

NodeRuntime.runMain(main);
