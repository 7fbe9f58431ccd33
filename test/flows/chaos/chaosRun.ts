import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Agent, setGlobalDispatcher } from "undici";
import type { ChaosReport } from "./ChaosReport.ts";
import { type Crowd, type CrowdOptions, gatherCrowd, letAct, warmUp } from "./Crowd.ts";
import { type Fault, type FaultTag, laneNames } from "./Fault.ts";
import { healNode } from "./injectFault.ts";
import { judge } from "./judge.ts";
import { MemoryWatch } from "./MemoryWatch.ts";
import { RunSteps } from "./RunSteps.ts";
import { runLane } from "./runLane.ts";
import { type StartedChaos, type StartOptions, startChaos } from "./startChaos.ts";

export interface ChaosOptions extends StartOptions, CrowdOptions {
  /** For how long faults are injected. */
  readonly seconds: number;
  /** The longest time that a fault lasts, and that a lane rests between two, in seconds. */
  readonly longest: number;
  readonly without: ReadonlyArray<FaultTag>;
  readonly say: (line: string) => void;
  readonly onFault: (fault: Fault) => void;
  /** Seconds between two lines about the progress. */
  readonly sayEvery: number;
  /** The folder for what each node logged; null to drop it. */
  readonly logs: string | null;
}

/** A step that takes longer than as many seconds is said. */
const secondsUntilSaid = 15;
const secondsToHeal = 240;

/** What happened so far. */
interface Course {
  readonly counts: Partial<Record<FaultTag, number>>;
  readonly problems: Set<string>;
  readonly memory: MemoryWatch;
}

/**
 * Runs several nodes over a replicated database while parts fail as the seed says and people use them, and compares what
 * everybody was told with the log, the index and the PDS when all is quiet again.
 */
export const chaosRun = async (given: ChaosOptions): Promise<ChaosReport> => {
  // A response of a paused process would be waited for until it continues.
  setGlobalDispatcher(new Agent({ connectTimeout: 5_000, headersTimeout: 20_000, bodyTimeout: 40_000 }));
  const steps = new RunSteps(given.say);
  const endSaying = steps.sayEvery(secondsUntilSaid);
  try {
    const chaos = await startChaos(given, steps);
    const report = await runFaults(chaos, given, steps).finally(async () => {
      if (given.logs !== null) await keepLogs(chaos, given.logs);
      await chaos.stop();
    });
    return { ...report, violations: [...report.violations, ...steps.problems] };
  } finally {
    endSaying();
  }
};

const runFaults = async (chaos: StartedChaos, given: ChaosOptions, steps: RunSteps): Promise<ChaosReport> => {
  const unable: ReadonlyArray<FaultTag> = chaos.database.hasSmallDisk ? [] : ["DiskFull"];
  const without = new Set([...given.without, ...unable]);
  const crowd = await warmUp(await gatherCrowd(chaos, given, steps), steps);
  const steady = chaos.nodes.at(-1)?.process.pid ?? 0;
  const course: Course = { counts: {}, problems: new Set(), memory: new MemoryWatch(steady) };
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  const endWatching = watch(chaos, crowd, course, elapsed, given);
  const endActing = letAct(crowd, chaos, given.seed, steps);
  const onFault = (fault: Fault) => {
    course.counts[fault._tag] = (course.counts[fault._tag] ?? 0) + 1;
    given.onFault(fault);
  };
  const { longest, seconds, seed } = given;
  const drawn = { seed, longest, without, nodes: chaos.nodes.length };
  const isOver = () => elapsed() > seconds;
  await Promise.all(laneNames.map((lane) => runLane(lane, chaos, { ...drawn, steps, isOver, onFault })));
  given.say("The last fault is over");
  await heal(chaos, steps);
  given.say("Every node is ready");
  await endActing();
  await endWatching();
  given.say("All is quiet; comparing");
  const verdict = await judge(chaos, crowd, steps);
  return {
    seed,
    seconds: Math.round(elapsed()),
    faults: course.counts,
    without: [...without],
    ...verdict,
    memory: course.memory.thirds,
    violations: [...course.problems, ...verdict.violations]
  };
};

/** Ends whatever a fault may have left behind. */
const heal = async ({ database, nodes }: StartedChaos, steps: RunSteps): Promise<void> => {
  await steps.attempt("the database runs again", secondsToHeal, () => database.revive());
  await Promise.all(
    nodes.map((node) => steps.attempt(`node ${node.number} runs again`, secondsToHeal, () => healNode(node)))
  );
  await steps.until("every node is ready", secondsToHeal, () => areReady(nodes));
};

/** Looks at the nodes every second, and says how far the run is. Returns what ends that. */
const watch = (
  { nodes }: StartedChaos,
  crowd: Crowd,
  { counts, memory, problems }: Course,
  elapsed: () => number,
  { say, sayEvery }: ChaosOptions
): (() => Promise<void>) => {
  let isOver = false;
  const look = async () => {
    for (let next = sayEvery; !isOver; await setTimeout(1_000)) {
      await memory.sample();
      for (const node of nodes) for (const problem of node.problems) problems.add(problem);
      if (elapsed() < next) continue;
      next += sayEvery;
      say(progressLine(elapsed(), crowd, counts, memory, problems.size));
    }
  };
  const looking = look();
  return () => {
    isOver = true;
    return looking;
  };
};

const keepLogs = async ({ nodes }: StartedChaos, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const { number, process } of nodes) await writeFile(join(folder, `node-${number}.log`), process.output);
};

const areReady = async (nodes: StartedChaos["nodes"]): Promise<boolean> => {
  const statuses = await Promise.all(
    nodes.map(({ process }) =>
      fetch(`${process.reach}/ready`).then(
        ({ status }) => status,
        () => 0
      )
    )
  );
  return statuses.every((status) => status === 200);
};

const progressLine = (
  seconds: number,
  { acknowledged, people }: Crowd,
  counts: Course["counts"],
  memory: MemoryWatch,
  problems: number
): string => {
  const faults = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const records = people.reduce((sum, { author }) => sum + author.account.there.size, 0);
  const { logins, reads, refreshes } = acknowledged;
  return (
    `${Math.round(seconds)} s: ${faults} faults, ${records} records, ${reads} reads, ${refreshes} refreshes, ` +
    `${logins} logins, ${memory.last} MB, ${problems + acknowledged.stale.length} problems`
  );
};
