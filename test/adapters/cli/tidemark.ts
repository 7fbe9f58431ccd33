import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import { testSecretsEnvironment } from "../../support/testSubjectKeys.ts";

/** What a finished command left. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Like `Finished`, with the lines on standard error that name the instance apart from the others. */
interface FinishedThere extends Finished {
  /** The lines on standard error that name the instance, and others that run. */
  readonly named: ReadonlyArray<string>;
}

const naming = /^(?:Instance: |Another instance is running ).*\n/gm;

/** The last line of a failure, which names the page about its code. */
const documentation = /^tidemark: More: http.*\n$/m;

const script = fileURLToPath(new URL("../../../bin/tidemark.js", import.meta.url));

/** Runs `tidemark` in a process of its own, without the last line of a failure, which names the documentation, and with the secrets of tests, this environment and no other. */
export const tidemark = (
  environment: Readonly<Record<string, string>>,
  ...args: ReadonlyArray<string>
): Effect.Effect<Finished> =>
  Effect.map(tidemarkIn(process.cwd(), environment, ...args), ({ code, stderr, stdout }) => ({ code, stdout, stderr }));

/** Runs `tidemark` like the function of that name, in a folder. */
export const tidemarkIn = (
  cwd: string,
  environment: Readonly<Record<string, string>>,
  ...args: ReadonlyArray<string>
) =>
  Effect.async<FinishedThere>((resume) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...testSecretsEnvironment, ...environment },
      stdio: ["ignore", "pipe", "pipe"]
    });
    const read = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => {
      read.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      read.stderr += text;
    });
    child.once("close", (code) => {
      const named = (read.stderr.match(naming) ?? []).map((line) => line.trimEnd());
      resume(
        Effect.succeed({
          code,
          stdout: read.stdout,
          stderr: read.stderr.replaceAll(naming, "").replace(documentation, ""),
          named
        })
      );
    });
    return Effect.sync(() => child.kill());
  });
