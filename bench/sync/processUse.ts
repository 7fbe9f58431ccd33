import { readFile } from "node:fs/promises";

/** Processor time of a process so far, in microseconds, by `/proc/<pid>/stat` in ticks of 10 ms (proc_pid_stat(5)). */
export const processorTime = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
  return (user + system) * 10_000;
};

/** Resident memory of a process, in bytes (proc_pid_status(5)). */
export const residentMemory = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) * 1_024;
