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

const script = fileURLToPath(new URL("../../../bin/tidemark.js", import.meta.url));

/** Runs `tidemark` in a process of its own, with the secrets of tests, this environment and no other. */
export const tidemark = (environment: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  Effect.async<Finished>((resume) => {
    const child = spawn(process.execPath, [script, ...args], {
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
    child.once("close", (code) => resume(Effect.succeed({ code, ...read })));
    return Effect.sync(() => child.kill());
  });
