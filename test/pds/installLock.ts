import { createHash } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const pollMilliseconds = 200;
const staleMilliseconds = 15 * 60_000;

/** Runs `work` while no other process holds the lock of the same folder; waits for its turn. */
export async function withInstallLock<A>(folder: string, work: () => Promise<A>): Promise<A> {
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  const file = join(tmpdir(), `tidemark-install-${name}.lock`);
  while (!(await acquire(file))) {
    if (await isAbandoned(file)) await rm(file, { force: true });
    else await setTimeout(pollMilliseconds);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function acquire(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  try {
    const holder = Number(await readFile(file, "utf8"));
    // An empty file is one whose holder has not written its number yet.
    if (holder > 0) process.kill(holder, 0);
    return Date.now() - (await stat(file)).mtimeMs > staleMilliseconds;
  } catch (error) {
    return hasCode(error, "ESRCH");
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
