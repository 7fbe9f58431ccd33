import { readFile } from "node:fs/promises";

const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** Samples of the memory of one process that is never killed, in megabytes. */
export class MemoryWatch {
  readonly #pid: number;
  readonly #samples: Array<number> = [];

  constructor(pid: number) {
    this.#pid = pid;
  }

  async sample(): Promise<void> {
    const status = await readFile(`/proc/${this.#pid}/status`, "utf8").catch(() => "");
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    if (kilobytes !== undefined) this.#samples.push(Math.round(Number(kilobytes) / 1024));
  }

  get last(): number {
    return this.#samples.at(-1) ?? 0;
  }

  /** The medians of the first and the last third, without the first tenth, in which a process warms up. */
  get thirds(): { readonly first: number; readonly last: number } {
    const warm = this.#samples.slice(Math.floor(this.#samples.length / 10));
    const third = Math.ceil(warm.length / 3);
    return { first: median(warm.slice(0, third)), last: median(warm.slice(-third)) };
  }
}
