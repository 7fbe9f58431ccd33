import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Agent, setGlobalDispatcher } from "undici";
import { App } from "../App.ts";
import { eventually } from "../eventually.ts";
import { Dice } from "../faults/Dice.ts";
import { registerByCommand } from "../registerByCommand.ts";
import { Acknowledged } from "./Acknowledged.ts";
import { ChangeFollower } from "./ChangeFollower.ts";
import { ChaosPerson } from "./ChaosPerson.ts";
import type { ChaosReport } from "./ChaosReport.ts";
import { DirectWriter } from "./DirectWriter.ts";
import { drawFaults } from "./drawFaults.ts";
import { type Fault, type FaultTag, type Lane, laneNames } from "./Fault.ts";
import { heal, injectFault } from "./injectFault.ts";
import { judge } from "./judge.ts";
import { MemoryWatch } from "./MemoryWatch.ts";
import { registerClients } from "./registerClients.ts";
import { type StartedChaos, type StartOptions, startChaos } from "./startChaos.ts";

export interface ChaosOptions extends StartOptions {
  readonly seed: number;
  /** For how long faults are injected. */
  readonly seconds: number;
  readonly people: number;
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

/** Everybody who uses the nodes in a run. */
export interface Crowd {
  readonly people: ReadonlyArray<ChaosPerson>;
  readonly writers: ReadonlyArray<DirectWriter>;
  readonly followers: ReadonlyArray<ChangeFollower>;
  readonly acknowledged: Acknowledged;
}

const gather = async ({ env, network, nodes }: StartedChaos, { people: count, seed }: ChaosOptions): Promise<Crowd> => {
  const [pds] = network.pdses;
  const processes = nodes.map(({ process }) => process);
  const acknowledged = new Acknowledged();
  const [first] = processes;
  if (first === undefined) throw new Error("There is no node");
  const registrations = await Promise.all([
    registerByCommand(env, "public", "http://127.0.0.1:4321/callback"),
    registerByCommand(env, "confidential", "https://client.example/callback")
  ]);
  const dice = (number: number) => new Dice(seed * 1_000 + number);
  const people: Array<ChaosPerson> = [];
  for (let at = 0; at < count; at += 1) {
    const account = await pds.createAccount({ handle: `chaos${at}.test` });
    const [registration] = registrations.slice(at % 2);
    if (registration === undefined) throw new Error("There is no client");
    const app = await App.make(first, registration);
    people.push(
      await ChaosPerson.signIn(`person${at}`, { app, account, nodes: processes, dice: dice(at), acknowledged })
    );
  }
  const writers = await Promise.all(
    [0, 1].map(async (at) => new DirectWriter(await pds.createAccount({ handle: `direct${at}.test` }), dice(100 + at)))
  );
  const followers = [
    new ChangeFollower("Created", processes, dice(200)),
    new ChangeFollower("Updated", processes, dice(201))
  ];
  for (const follower of followers) follower.start();
  return { people, writers, followers, acknowledged };
};

/** Everybody acts until the followers have a cursor, so that nothing that follows can be missed. */
const warmUp = async ({ followers, people }: Crowd): Promise<void> => {
  const end = performance.now() + 30_000;
  const isOver = () => followers.every(({ hasCursor }) => hasCursor) || performance.now() > end;
  await Promise.all(people.map((person) => person.actUntil(isOver)));
  if (performance.now() > end) throw new Error("The subscriptions received nothing before the first fault");
};

/** Injects faults of a lane, one after the other, until the run is over. */
const runLane = async (
  lane: Lane,
  chaos: StartedChaos,
  options: ChaosOptions,
  isOver: () => boolean,
  counts: Partial<Record<FaultTag, number>>
): Promise<void> => {
  const without = new Set(options.without);
  for (const { fault, rest } of drawFaults(lane, { ...options, without })) {
    for (let left = rest; left > 0 && !isOver(); left -= 0.2) await setTimeout(200);
    if (isOver()) return;
    options.onFault(fault);
    counts[fault._tag] = (counts[fault._tag] ?? 0) + 1;
    await injectFault(chaos, fault);
  }
};

/**
 * Runs several nodes over a replicated database while parts fail as the seed says and people use them, and compares what
 * everybody was told with the log, the index and the PDS when all is quiet again.
 */
export const chaosRun = async (given: ChaosOptions): Promise<ChaosReport> => {
  const { say, sayEvery, seconds } = given;
  // A response of a paused process would be waited for until it continues.
  setGlobalDispatcher(new Agent({ connectTimeout: 5_000, headersTimeout: 20_000, bodyTimeout: 40_000 }));
  const chaos = await startChaos(given);
  try {
    const without: ReadonlyArray<FaultTag> = chaos.database.hasSmallDisk ? [] : ["DiskFull"];
    const options = { ...given, nodes: chaos.nodes.length, without: [...new Set([...given.without, ...without])] };
    const crowd = await gather(chaos, options);
    await warmUp(crowd);
    const steady = chaos.nodes.at(-1)?.process.pid ?? 0;
    const memory = new MemoryWatch(steady);
    const counts: Partial<Record<FaultTag, number>> = {};
    const problems = new Set<string>();
    const began = performance.now();
    const elapsed = () => (performance.now() - began) / 1000;
    let isQuiet = false;
    const watch = async () => {
      for (let next = sayEvery; !isQuiet; await setTimeout(1_000)) {
        await memory.sample();
        for (const node of chaos.nodes) for (const problem of node.problems) problems.add(problem);
        if (elapsed() < next) continue;
        next += sayEvery;
        say(progressLine(elapsed(), crowd, counts, memory, problems.size));
      }
    };
    const isOver = () => elapsed() > seconds;
    const faults = Promise.all(laneNames.map((lane) => runLane(lane, chaos, options, isOver, counts)));
    const watching = watch();
    const acting = Promise.all([
      ...crowd.people.map((person) => person.actUntil(() => isQuiet)),
      ...crowd.writers.map((writer) => writer.actUntil(() => isQuiet)),
      registerClients(
        chaos.nodes.map(({ process }) => process),
        new Dice(options.seed),
        crowd.acknowledged,
        () => isQuiet
      )
    ]);
    await faults;
    await heal(chaos);
    await eventually("every node is ready", () => areReady(chaos), 60_000);
    isQuiet = true;
    await Promise.all([acting, watching]);
    say("All is quiet; comparing");
    const verdict = await judge(chaos, crowd);
    return {
      seed: options.seed,
      seconds: Math.round(elapsed()),
      faults: counts,
      without: options.without,
      ...verdict,
      memory: memory.thirds,
      violations: [...problems, ...verdict.violations]
    };
  } finally {
    if (given.logs !== null) await keepLogs(chaos, given.logs);
    await heal(chaos).catch(() => undefined);
    await chaos.stop();
  }
};

const keepLogs = async ({ nodes }: StartedChaos, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const { number, process } of nodes) await writeFile(join(folder, `node-${number}.log`), process.output);
};

const areReady = async ({ nodes }: StartedChaos): Promise<boolean> => {
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
  counts: Partial<Record<FaultTag, number>>,
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
