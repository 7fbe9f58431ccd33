import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as StorageMemory from "../../src/adapters/memory/StorageMemory.ts";
import { drawPlan, type SourceKind } from "../../test/simulator/plan/drawPlan.ts";
import type { Plan } from "../../test/simulator/plan/Intent.ts";
import { minimize } from "../../test/simulator/plan/minimize.ts";
import { simulate } from "../../test/simulator/run/Simulation.ts";

const usage = `Usage: npm run simulate -- [--source firehose|jetstream|tap] [--seed 1] [--seeds 1] [--steps 60] [--no-minimize]

Runs the plans of seeds against the consumer of live sync over stores in memory, compares what it
answers with what it must answer, and reduces a plan that fails to the steps that are needed.
SIMULATION_LOGS=1 prints what the service logs.
`;

const options = {
  source: { type: "string", default: "firehose" },
  seed: { type: "string", default: "1" },
  seeds: { type: "string", default: "1" },
  steps: { type: "string", default: "60" },
  "no-minimize": { type: "boolean", default: false },
  help: { type: "boolean", default: false }
} as const;

const isSource = (text: string): text is SourceKind => text === "firehose" || text === "jetstream" || text === "tap";

const write = (text: string): void => {
  process.stdout.write(text);
};

const printFailure = (plan: Plan, found: ReadonlyArray<string>): void => {
  write(`${found.map((line) => `  ${line}\n`).join("")}`);
  write(`  accounts: ${plan.accounts}, signed in: ${JSON.stringify(plan.signedIn)}\n`);
  for (const intent of plan.intents) write(`    ${JSON.stringify(intent)},\n`);
};

/** Runs the plans that the flags name, prints each one that fails, and returns the exit code. */
export const runSimulations = async (flags: ReadonlyArray<string>): Promise<number> => {
  const { values } = parseArgs({ args: [...flags], options });
  const { source: kind } = values;
  const [seed, seeds, steps] = [values.seed, values.seeds, values.steps].map(Number);
  if (values.help || !isSource(kind) || !seed || !seeds || !steps) {
    write(usage);
    return values.help ? 0 : 2;
  }
  const temporaryFolder = await mkdtemp(join(tmpdir(), "tidemark-simulation-"));
  const run = (plan: Plan) => simulate(plan, { kind, temporaryFolder, storage: StorageMemory.layer });
  let failed = 0;
  const began = performance.now();
  for (let number = seed; number < seed + seeds; number += 1) {
    const plan = drawPlan(number, kind, steps);
    const found = await run(plan);
    if (found.length === 0) continue;
    failed += 1;
    write(`${kind}, seed ${number}, ${steps} steps: ${found.length} differences\n`);
    const least = values["no-minimize"] ? plan : await minimize(plan, async (rest) => (await run(rest)).length > 0);
    printFailure(least, values["no-minimize"] ? found : await run(least));
  }
  await rm(temporaryFolder, { recursive: true, force: true });
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  write(`${kind}: ${seeds - failed} of ${seeds} seeds passed in ${seconds} s\n`);
  return failed === 0 ? 0 : 1;
};
