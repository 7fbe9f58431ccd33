import { parseArgs } from "node:util";
import type { ChaosReport } from "../../test/flows/chaos/ChaosReport.ts";
import { chaosRun } from "../../test/flows/chaos/chaosRun.ts";
import { describeFault } from "../../test/flows/chaos/Fault.ts";
import { RunSteps } from "../../test/flows/chaos/RunSteps.ts";
import { startNetwork } from "../../test/pds/startNetwork.ts";

const usage = `Usage: npm run chaos -- [--seed n] [--minutes 20] [--nodes 3] [--people 8] [--longest 12] [--faults]
       [--logs folder]

Starts a PDS, a PostgreSQL with a synchronous standby, and several nodes of the service. People write,
read and refresh while nodes are killed and paused, clocks jump, the database restarts, fails over and
runs out of disk, networks are cut and slowed, and the PDS and the PLC directory are away, as the seed
says. A fault lasts at most --longest seconds. Afterwards everything that was acknowledged is compared
with the log, the index and the PDS. A step that takes long is printed every 15 seconds; each has a
limit, after which it is a problem of the run. --faults prints each fault; --logs keeps what each node
logged.

For a day: npm run chaos -- --minutes 1440 --people 4
`;

const options = {
  seed: { type: "string", default: String(Date.now() % 1_000_000) },
  minutes: { type: "string", default: "20" },
  nodes: { type: "string", default: "3" },
  people: { type: "string", default: "8" },
  longest: { type: "string", default: "12" },
  logs: { type: "string" },
  faults: { type: "boolean", default: false },
  help: { type: "boolean", default: false }
} as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The data grows with the run; a disk that a fault fills is in memory. */
const diskMegabytesFor = (minutes: number): number => 512 + Math.ceil(minutes * 4);

/** The packages of the PDS may have to be installed first. */
const secondsToStart = 300;
const secondsToStop = 30;

/** A node may take a quarter more than at first, once it has run for long enough to have settled. */
const growthAllowed = 1.25;
const minutesToSettle = 15;

const problemsOf = ({ memory, violations }: ChaosReport, minutes: number): ReadonlyArray<string> => {
  const growth = memory.last / memory.first;
  const grew = minutes >= minutesToSettle && growth > growthAllowed;
  return grew ? [...violations, `The memory of a node grew from ${memory.first} to ${memory.last} MB`] : violations;
};

const summary = ({ ends, faults, memory, without, violations: _, ...counts }: ChaosReport): ReadonlyArray<string> => [
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", "),
  `Faults: ${Object.entries(faults)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")}`,
  ...(without.length === 0 ? [] : [`Left out, because root has to mount a file system: ${without.join(", ")}`]),
  `Sessions that ended, by reason: ${JSON.stringify(ends)}`,
  `Memory of the node that is never killed: ${memory.first} MB in the first third, ${memory.last} MB in the last`
];

/** Runs with the given flags, and returns the exit code. */
export const runChaos = async (flags: ReadonlyArray<string>): Promise<number> => {
  const { values } = parseArgs({ args: [...flags], options });
  const [seed = Number.NaN, minutes = 0, nodes = 0, people = 0, longest = 0] = [
    ...[values.seed, values.minutes, values.nodes, values.people, values.longest].map(Number)
  ];
  const areValid = [seed, nodes, people, longest].every(Number.isInteger) && minutes > 0;
  if (values.help || !areValid || nodes < 2 || people < 1 || longest < 1) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const steps = new RunSteps(say);
  const network = await steps.require("the PDS and the PLC directory start", secondsToStart, () =>
    startNetwork({ accounts: [], tokenMaxAge: 20_000 })
  );
  try {
    const report = await chaosRun({
      ...{ network, nodes, people, longest, seed, say },
      seconds: minutes * 60,
      diskMegabytes: diskMegabytesFor(minutes),
      without: [],
      sayEvery: 60,
      onFault: (fault) => values.faults && say(`  ${describeFault(fault)}`),
      logs: values.logs ?? null
    });
    for (const line of summary(report)) say(line);
    const problems = problemsOf(report, minutes);
    for (const problem of problems) say(`FAILED: ${problem}`);
    say(
      problems.length === 0
        ? `Nothing was lost (seed ${seed}).`
        : `${problems.length} problems. The same faults again: npm run chaos -- --seed ${seed} --minutes ${minutes} --nodes ${nodes} --people ${people} --longest ${longest}`
    );
    return problems.length === 0 ? 0 : 1;
  } finally {
    await steps.attempt("the PDS and the PLC directory stop", secondsToStop, () => network.stop());
  }
};
