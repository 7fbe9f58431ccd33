import { readdir, readFile } from "node:fs/promises";
import { processorTime } from "../reads/Server.ts";
import type { App, Contender } from "./Contender.ts";

export const connections = 32;

/** The result of a contender in one round; times in milliseconds, `null` if the system does not report them. */
export interface Round {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server per request. */
  readonly processor: number | null;
  /** Processor time of its database per request. */
  readonly database: number | null;
  /** Processor time of the load generator per request. */
  readonly load: number;
}

const ticks = (stat: string): number => {
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
  return (user + system) * 10;
};

const parentOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);

const numberOf = (name: string): boolean => /^\d+$/.test(name);

/** The processor time of all processes of a PostgreSQL server. */
const databaseTime = async (postmaster: number | null): Promise<number | null> => {
  if (postmaster === null) return null;
  const processes = (await readdir("/proc").catch(() => [])).filter(numberOf);
  const stats = await Promise.all(processes.map((id) => readFile(`/proc/${id}/stat`, "utf8").catch(() => null)));
  const own = stats.flatMap((stat, at) =>
    stat !== null && (Number(processes[at]) === postmaster || parentOf(stat) === postmaster) ? [ticks(stat)] : []
  );
  return own.length === 0 ? null : own.reduce((sum, each) => sum + each, 0);
};

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

/** Sends requests over all connections for some seconds, on each one request after the other. */
export const measureRound = async (
  contender: Contender,
  postmaster: number | null,
  seconds: number,
  work: (connection: number) => Promise<unknown>
): Promise<Round> => {
  const took: Array<number> = [];
  const [before, databaseBefore] = [await processorTime(contender.server), await databaseTime(postmaster)];
  const ownBefore = process.cpuUsage();
  const start = performance.now();
  const until = start + seconds * 1_000;
  const connection = async (_: unknown, at: number): Promise<void> => {
    while (performance.now() < until) {
      const sent = performance.now();
      await work(at);
      took.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const elapsed = (performance.now() - start) / 1_000;
  const own = process.cpuUsage(ownBefore);
  const [after, databaseAfter] = [await processorTime(contender.server), await databaseTime(postmaster)];
  const each = (then: number | null, now: number | null) =>
    then === null || now === null ? null : (now - then) / took.length;
  took.sort((a, b) => a - b);
  return {
    rate: took.length / elapsed,
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
    processor: each(before, after),
    database: each(databaseBefore, databaseAfter),
    load: (own.user + own.system) / 1_000 / took.length
  };
};

/** Logs in one app per connection. */
export const loggedIn = (contender: Contender): Promise<ReadonlyArray<App>> =>
  Promise.all(Array.from({ length: connections }, () => contender.login()));

/** The resident memory of a server, in MiB; null if the system does not report it. */
export const residentMemory = async ({ server }: Contender): Promise<number | null> => {
  const status = await readFile(`/proc/${server.process}/status`, "utf8").catch(() => "");
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kibibytes === undefined ? null : Math.round(Number(kibibytes) / 1024);
};
