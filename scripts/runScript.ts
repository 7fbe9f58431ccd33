import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Starts a script of package.json with this Node.js, which saves the half second of npm. */
export const startScript = (name: string, flags: ReadonlyArray<string>, stdio: SpawnOptions["stdio"]) =>
  spawn(process.execPath, ["--run", name, "--", ...flags], { cwd: root, stdio: stdio ?? "inherit" });

/** Runs a script of package.json and captures its output. */
export const runScript = async (name: string): Promise<{ readonly held: boolean; readonly output: string }> => {
  const child = startScript(name, [], ["ignore", "pipe", "pipe"]);
  const chunks: Array<Buffer> = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(child, "close");
  return { held: code === 0, output: Buffer.concat(chunks).toString() };
};
