import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** Starts a service that is expected not to start: its exit code, and the lines of both outputs. */
export const failedStart = async (env: Readonly<Record<string, string>>) => {
  const { HOME = "", PATH = "" } = process.env;
  const child = spawn(process.execPath, [main], { env: { PATH, HOME, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes("Ctrl-C stops it.")) child.kill();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const [code] = await once(child, "close");
  return { code, lines: output.split("\n").filter((line) => line.startsWith("tidemark: ")), output };
};
