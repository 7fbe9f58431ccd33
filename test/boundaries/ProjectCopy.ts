import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tools = join(root, "node_modules", ".bin");

const copied = [
  "src",
  "scripts",
  "sdk",
  "ui",
  "package.json",
  "tsconfig.base.json",
  "biome.json",
  ".gitignore",
  ".dependency-cruiser.cjs"
];

/** A copy of the sources and of the configuration of the checks, in a temporary folder. */
export interface ProjectCopy {
  readonly write: (path: string, source: string) => Promise<void>;
  /** Runs a tool of the project on the copy, and returns its exit code and output. */
  readonly run: (tool: string, ...args: ReadonlyArray<string>) => Promise<{ code: number | null; output: string }>;
  readonly remove: () => Promise<void>;
}

export const copyProject = async (): Promise<ProjectCopy> => {
  const folder = await mkdtemp(join(tmpdir(), "tidemark-boundaries-"));
  for (const path of copied) await cp(join(root, path), join(folder, path), { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  return {
    write: async (path, source) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), source);
    },
    run: async (tool, ...args) => {
      const env = { ...process.env, PATH: `${tools}${delimiter}${process.env.PATH}` };
      const child = spawn(join(tools, tool), args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
      const closed = once(child, "close");
      const [[code], ...printed] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
      return { code, output: printed.join("\n") };
    },
    remove: () => rm(folder, { recursive: true, force: true })
  };
};
