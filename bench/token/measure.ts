import { readdir, readFile } from "node:fs/promises";
import { processorTime } from "../reads/Server.ts";
import type { App, Contender } from "./Contender.ts";

export const connections = 32;

/** What a contender did in one round; times in milliseconds, `null` where the system does not tell. */
export interface Round {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the server for each request. */
  readonly processor: number | null;
  /** Of its database for each request. */
  readonly database: number | null;
  /** Of the load for each request. */
  readonly load: number;
}

const ticks = (stat: string): number => {
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
  return (user + system) * 10;
};

const parentOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);

const numberOf = (name: string): boolean => /^\d+$/.test(name);

/** The time on the processor of a server of PostgreSQL with every process of it. */
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

/** The load of all connections for some seconds, each one request after the other. */
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

/** Apps that are logged in, one for each connection. */
export const loggedIn = (contender: Contender): Promise<ReadonlyArray<App>> =>
  Promise.all(Array.from({ length: connections }, () => contender.login()));

/** The memory of a server that is resident, in MiB; null where the system does not tell. */
export const residentMemory = async ({ server }: Contender): Promise<number | null> => {
  const status = await readFile(`/proc/${server.process}/status`, "utf8").catch(() => "");
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kibibytes === undefined ? null : Math.round(Number(kibibytes) / 1024);
};
