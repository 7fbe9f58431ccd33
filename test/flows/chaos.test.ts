import { assert, it } from "@effect/vitest";
import { afterAll, beforeAll } from "vitest";
import { type StartedNetwork, startNetwork } from "../pds/startNetwork.ts";
import { chaosRun } from "./chaos/chaosRun.ts";
import { describeFault } from "./chaos/Fault.ts";

let network: StartedNetwork;

beforeAll(async () => {
  if (process.env.CHAOS_SEED === undefined) return;
  network = await startNetwork({ accounts: [], tokenMaxAge: 8_000 });
});
afterAll(() => network?.stop());

/** The long run is `npm run chaos`. This one starts a whole network, so it runs only where a seed is set. */
it.runIf(process.env.CHAOS_SEED !== undefined)(
  "Nothing that was acknowledged is lost while nodes, database, networks and PDS fail together",
  {
    timeout: 600_000
  },
  async () => {
    const faults: Array<string> = [];
    const report = await chaosRun({
      network,
      nodes: 2,
      people: 4,
      seed: Number(process.env.CHAOS_SEED),
      seconds: 12,
      longest: 2,
      // Nothing is mounted for it, so that no disk is full.
      diskMegabytes: null,
      without: [],
      say: (line) => void process.stdout.write(`${line}\n`),
      onFault: (fault) => faults.push(describeFault(fault)),
      sayEvery: 60,
      logs: null
    });
    assert.deepEqual(report.violations, [], `CHAOS_SEED=${report.seed}\n${faults.join("\n")}`);
    assert.isAbove(report.records, 0);
    assert.isAbove(faults.length, 5);
  }
);
