import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { corpus } from "../test/conformance/corpus.ts";
import { ServiceProcess } from "../test/flows/ServiceProcess.ts";

/**
 * Measures what a client that sends a small query 100 times per second notices of hostile clients. They send the hostile
 * corpus of the tests, each document different, over connections of their own to the same process. Rounds with and without
 * them alternate, so that other load of the machine affects both; the first of each is not counted.
 * `node bench/hostile.ts [hostile requests per second]`; takes about a minute.
 */
const [rounds, seconds] = [12, 2];
const steadyRate = 100;
const hostileRate = Number(process.argv[2] ?? 20);

const post = (agent: Agent, port: number, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const outgoing = request(
      { agent, host: "127.0.0.1", port, path: "/graphql", method: "POST", headers },
      (incoming) => {
        incoming.resume().on("end", () => resolve(incoming.statusCode ?? 0));
      }
    );
    outgoing.on("error", reject).end(body);
  });

/** Sends at fixed times, whether or not earlier requests have a response; returns the milliseconds since each was due. */
const atRate = async (rate: number, duration: number, send: (index: number) => Promise<unknown>) => {
  const latencies: Array<number> = [];
  const sent: Array<Promise<void>> = [];
  const start = performance.now();
  for (let index = 0; index < rate * duration; index += 1) {
    const due = start + (index * 1_000) / rate;
    await sleep(Math.max(0, due - performance.now()));
    sent.push(send(index).then(() => void latencies.push(performance.now() - due)));
  }
  await Promise.all(sent);
  return latencies;
};

const at = (latencies: ReadonlyArray<number>, share: number): number =>
  latencies.toSorted((left, right) => left - right)[Math.floor(latencies.length * share)] ?? 0;

const row = (name: string, latencies: ReadonlyArray<number>): string =>
  `| ${name} | ${[0.5, 0.9, 0.99, 0.9999].map((share) => at(latencies, share).toFixed(1)).join(" | ")} |`;

const counted = (statuses: ReadonlyArray<string | number>): string =>
  [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => `${status}: ${all.length}`).join(", ");

/** The attacker, in a worker thread. The bodies are prepared, and all different. */
const attack = ({ hostileRate, port }: { readonly hostileRate: number; readonly port: number }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const bodies = corpus.map(({ body }) => body());
  const anew = (body: string, index: number) => body.replace('{"query":"', `{"query":"# ${index}\\n`);
  let sent = 0;
  parentPort?.on("message", async () => {
    const statuses: Array<number | string> = [];
    await atRate(hostileRate, seconds, () => {
      sent += 1;
      const body = anew(bodies[(sent * 37) % bodies.length] ?? "", sent);
      return post(agent, port, body)
        .catch(() => "cut off")
        .then((status) => void statuses.push(status));
    });
    parentPort?.postMessage(statuses);
  });
  parentPort?.postMessage([]);
};

const bench = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tidemark-hostile-"));
  const service = await ServiceProcess.start({ env: { DATA_DIR: dataDir, LOG_LEVEL: "warning" } });
  const attacker = new Worker(new URL(import.meta.url), { workerData: { port: service.port, hostileRate } });
  const heard = () => new Promise<ReadonlyArray<string | number>>((resolve) => attacker.once("message", resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const query = "query ($n: Int) { xyzStatusphereStatus(first: $n) { totalCount nodes { uri status actorHandle } } }";
  const steady = (index: number) => post(agent, service.port, JSON.stringify({ query, variables: { n: index % 50 } }));
  try {
    await heard();
    await atRate(steadyRate, 2, steady);
    const [before, during, statuses]: [Array<number>, Array<number>, Array<string | number>] = [[], [], []];
    for (let round = 0; round <= rounds; round += 1) {
      const undisturbed = await atRate(steadyRate, seconds, steady);
      attacker.postMessage("go");
      const [latencies, given] = await Promise.all([atRate(steadyRate, seconds, steady), heard()]);
      if (round === 0) continue;
      before.push(...undisturbed);
      during.push(...latencies);
      statuses.push(...given);
    }
    const ratio = at(during, 0.99) / at(before, 0.99);
    console.log(`
${steadyRate} queries/s; disturbed by ${hostileRate} hostile requests/s, answered ${counted(statuses)}; Node ${process.version}

| | p50 ms | p90 ms | p99 ms | most ms |
| --- | --- | --- | --- | --- |
${row("undisturbed", before)}
${row("disturbed", during)}

p99 disturbed / undisturbed: ${ratio.toFixed(1)}`);
  } finally {
    agent.destroy();
    await attacker.terminate();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

await (isMainThread ? bench() : attack(workerData));
