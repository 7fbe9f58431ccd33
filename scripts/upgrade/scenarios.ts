import { registerByCommand } from "../../test/flows/registerByCommand.ts";
import type { ServiceProcess } from "../../test/flows/ServiceProcess.ts";
import type { Network } from "../../test/pds/connectNetwork.ts";
import { Instance } from "./Instance.ts";
import { type Target, Traffic } from "./Traffic.ts";

type Say = (line: string) => void;

const callback = "http://127.0.0.1:4321/callback";

/** The number of rounds in which everybody uses both versions. */
const rounds = 3;

const account = (network: Network, name: string) => network.pdses[0].createAccount({ handle: `${name}.test` });

const readiness = async (service: ServiceProcess): Promise<string> => {
  const response = await fetch(`${service.reach}/ready`);
  return `${response.status} ${await response.text()}`;
};

/** What remains true whatever the versions made of each other; returns what is wrong. */
const checkLog = async (instance: Instance, service: ServiceProcess): Promise<ReadonlyArray<string>> => {
  const problems: Array<string> = [];
  const { count, head } = await instance.logSize();
  if (count !== head) problems.push(`the log has ${count} events and ends at position ${head}`);
  const sealed = async () => Number((await (await fetch(`${service.reach}/log/checkpoint`)).text()).split("\n")[1]);
  const deadline = Date.now() + 30_000;
  while ((await sealed()) < head && Date.now() < deadline) await new Promise((done) => setTimeout(done, 200));
  if ((await sealed()) < head) problems.push(`only ${await sealed()} of ${head} events are sealed`);
  const { lost } = await instance.lostEntries();
  if (lost > 0) problems.push(`${lost} entries of the audit index hold commitments`);
  for (const command of [
    ["registry", "compare"],
    ["registry", "rebuild", "--verify"]
  ]) {
    const { code, output } = await instance.command(...command);
    if (code !== 0) problems.push(`${command.join(" ")} exits with ${code}: ${output}`);
  }
  return problems;
};

const report = (traffic: Traffic, say: Say): ReadonlyArray<string> => {
  for (const [name, { done, failed, refused }] of Object.entries(traffic.outcomes))
    say(`  ${name} version: ${done} requests done, ${refused} refused with 503, ${failed.length} failed`);
  const { newer, older } = traffic.outcomes;
  const refused = newer.refused === 0 ? [] : [`the newer version refused ${newer.refused} requests`];
  return [...older.failed, ...newer.failed, ...refused];
};

/** Stops processes as an operator would; returns those that did not end in order. */
const stopAll = async (targets: ReadonlyArray<Target>): Promise<ReadonlyArray<string>> => {
  const codes = await Promise.all(targets.map(({ service }) => service.stop()));
  return targets.flatMap(({ name }, index) =>
    codes[index] === 0 ? [] : [`the ${name} version ended with the exit code ${codes[index]}`]
  );
};

/** The older version runs, and the newer one starts beside it. */
export const olderFirst = async (network: Network, checkout: string, say: Say): Promise<ReadonlyArray<string>> => {
  const instance = await Instance.create(network);
  try {
    const older: Target = { name: "older", service: await instance.start(checkout) };
    const traffic = new Traffic(await registerByCommand(instance.env, "public", callback, [], checkout));
    await traffic.logIn(older, await account(network, "old-before"));
    await traffic.use(older);
    const newer: Target = { name: "newer", service: await instance.start() };
    say(`  after the start of the newer version, /ready of the older one: ${await readiness(older.service)}`);
    await traffic.use(older);
    await traffic.logIn(older, await account(network, "old-beside"));
    await traffic.logIn(newer, await account(network, "new-beside"));
    for (let round = 0; round < rounds; round += 1) for (const target of [older, newer]) await traffic.use(target);
    say(`  after requests to both, /ready of the older one: ${await readiness(older.service)}`);
    if (!older.service.isRunning) return ["the older version died", older.service.output];
    const stopped = await stopAll([older]);
    await traffic.use(newer);
    const wrong = [...(await checkLog(instance, newer.service)), ...report(traffic, say)];
    return [...stopped, ...wrong, ...(await stopAll([newer]))];
  } finally {
    await instance.remove();
  }
};

/** The newer version runs, and the older one starts beside it: it works, or it refuses to start in one line. */
export const newerFirst = async (network: Network, checkout: string, say: Say): Promise<ReadonlyArray<string>> => {
  const instance = await Instance.create(network);
  try {
    const newer: Target = { name: "newer", service: await instance.start() };
    const traffic = new Traffic(await registerByCommand(instance.env, "public", callback));
    await traffic.logIn(newer, await account(network, "new-first"));
    await traffic.use(newer);
    const started = await instance.start(checkout).catch((error: unknown) => String(error));
    if (typeof started === "string") {
      const line = started.split("\n").find((each) => each.startsWith("tidemark: "));
      if (line === undefined) return [`the older version did not start, without a line that says why: ${started}`];
      say(`  the older version does not start: ${line}`);
    } else {
      const older: Target = { name: "older", service: started };
      for (let round = 0; round < rounds; round += 1) for (const target of [older, newer]) await traffic.use(target);
      if (!started.isRunning) return ["the older version died", started.output];
      await stopAll([older]);
    }
    await traffic.use(newer);
    const wrong = [...(await checkLog(instance, newer.service)), ...report(traffic, say)];
    return [...wrong, ...(await stopAll([newer]))];
  } finally {
    await instance.remove();
  }
};
