import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { RunSteps } from "./RunSteps.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** After as many seconds, a command is given up. */
const seconds = 120;

/** Clocks jump by up to ten minutes, and the times of events with them; in seconds. */
const greatestSkew = 700;

const outputOf = (error: unknown): string => {
  const { stderr = "", stdout = "" } = Object(error);
  return `${stdout}${stderr}`.trim().split("\n").slice(0, 3).join(" ");
};

/**
 * Verifies the log in the database by the command, and its export by the verifier that shares no code with the service.
 * Returns what does not hold. `key` has the lines of `/log/key`.
 */
export const verifyLog = async (
  env: Readonly<Record<string, string>>,
  key: string,
  folder: string,
  steps: RunSteps
): Promise<ReadonlyArray<string>> => {
  const [keyFile, history] = [join(folder, "key"), join(folder, "history.ndjson")];
  await writeFile(keyFile, key);
  const { HOME = "", PATH = "" } = process.env;
  const given = { cwd: root, env: { HOME, PATH, ...env }, maxBuffer: 1 << 26, timeout: seconds * 1000 };
  const commands: ReadonlyArray<readonly [what: string, ...given: ReadonlyArray<string>]> = [
    ["audit verify", "bin/tidemark.js", "audit", "verify", "--skew", String(greatestSkew)],
    ["audit export", "bin/tidemark.js", "audit", "export", "--output", history],
    ["verify-log.mjs", "tools/verify-log/verify-log.mjs", "export", history, "--key", keyFile]
  ];
  const wrong: Array<string> = [];
  for (const [what, ...args] of commands)
    await steps.attempt(`${what} ends`, seconds, () =>
      run(process.execPath, args, given).catch((error: unknown) => {
        wrong.push(`${what}: ${outputOf(error)}`);
      })
    );
  return wrong;
};
