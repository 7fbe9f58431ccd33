import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The fields of `/proc/<pid>/stat` after the name of the program, which can hold spaces (proc_pid_stat(5)). */
const fieldsOf = (stat: string): ReadonlyArray<string> => stat.slice(stat.lastIndexOf(")") + 2).split(" ");

/** Returns the user and system time of a process in microseconds, by its line of `/proc/<pid>/stat` in ticks of 10 ms. */
export const timeOf = (stat: string): number => {
  const [user, system] = fieldsOf(stat).slice(11, 13).map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10_000;
};

/** Returns the number of the process that started a process, by its line of `/proc/<pid>/stat`. */
export const parentOf = (stat: string): number => Number(fieldsOf(stat)[1]);

const statOf = (pid: number): Promise<string> => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");

/** The nanoseconds that each thread has run, which are exact, but are not reported by every kernel. */
const threadTimes = async (pid: number): Promise<ReadonlyArray<number>> => {
  const threads = await readdir(`/proc/${pid}/task`).catch((): Array<string> => []);
  const read = (thread: string) => readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "");
  return (await Promise.all(threads.map(read))).map((text) => Number.parseInt(text, 10));
};

/** Processor time of a process so far, in microseconds; NaN if the system does not report it. */
export const processorTime = async (pid: number): Promise<number> => {
  const exact = (await threadTimes(pid)).reduce((sum, each) => sum + each, 0) / 1_000;
  return exact > 0 ? exact : timeOf(await statOf(pid));
};

/** Processor time of processes so far, in microseconds, by their number. */
export type ProcessTimes = ReadonlyMap<number, number>;

/** A process and those that it started. */
const withChildren = async (parent: number): Promise<ReadonlyArray<number>> => {
  const names = await readdir("/proc").catch((): Array<string> => []);
  const pids = names.map(Number).filter(Number.isInteger);
  const stats = await Promise.all(pids.map(async (pid) => ({ pid, stat: await statOf(pid) })));
  return stats.filter(({ pid, stat }) => pid === parent || parentOf(stat) === parent).map(({ pid }) => pid);
};

/**
 * Processor time of a process and those that it started: a PostgreSQL server, or a service with workers; empty if it is
 * unknown.
 */
export const processTimes = async (parent: number): Promise<ProcessTimes> => {
  const own = await withChildren(parent);
  const times = await Promise.all(own.map(async (pid) => [pid, await processorTime(pid)] as const));
  return new Map(times.filter(([, time]) => !Number.isNaN(time)));
};

/** Returns the processor time between two looks, without that of processes that have ended; NaN if it is unknown. */
export const timeBetween = (before: ProcessTimes, after: ProcessTimes): number => {
  if (after.size === 0) return Number.NaN;
  return Array.from(after).reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0);
};

/** The process of the PostgreSQL server that has its data in a folder; NaN if none runs. */
export const postmasterOf = async (dataDir: string): Promise<number> => {
  const text = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  return Number.parseInt(text, 10);
};

const memoryOf = async (pid: number, name: "VmRSS" | "VmHWM"): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1_024;
};

/** Resident memory of a process, in bytes (proc_pid_status(5)); NaN if the system does not report it. */
export const residentMemory = (pid: number): Promise<number> => memoryOf(pid, "VmRSS");

/** Resident memory of a process and those that it started, in bytes. Pages that they share count for each. */
export const residentMemoryOfAll = async (parent: number): Promise<number> => {
  const all = await Promise.all((await withChildren(parent)).map(residentMemory));
  return all.reduce((sum, each) => sum + (Number.isNaN(each) ? 0 : each), 0);
};

/** The most resident memory that a process has had, in bytes; NaN if the system does not report it. */
export const peakMemory = (pid: number): Promise<number> => memoryOf(pid, "VmHWM");
