import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Another version of the service in a folder of its own. */
export interface OlderCheckout {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** Checks out a commit into a temporary folder, and installs its packages there. */
export const olderCheckout = async (commit: string): Promise<OlderCheckout> => {
  const folder = join(await mkdtemp(join(tmpdir(), "tidemark-upgrade-")), "older");
  const git = (...args: ReadonlyArray<string>) => run("git", ["-C", root, ...args]);
  await git("worktree", "add", "--detach", folder, commit);
  await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  return {
    folder,
    remove: async () => {
      await git("worktree", "remove", "--force", folder);
    }
  };
};
