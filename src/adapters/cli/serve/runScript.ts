import { spawn } from "node:child_process";
import * as Effect from "effect/Effect";
import { CommandFailed, failure } from "../command/CommandFailed.ts";

/** The child ends with this process even if this one is killed. */
const endWithLauncher = new URL("./endWithLauncher.ts", import.meta.url).href;

const exitCodeOf = (
  script: string,
  options: ReadonlyArray<string>,
  reason: string
): Effect.Effect<number, CommandFailed> =>
  Effect.async((resume) => {
    const given = [...options, "--disable-warning=ExperimentalWarning", "--import", endWithLauncher, script];
    const child = spawn(process.execPath, given, { stdio: ["inherit", "inherit", "inherit", "ipc"] });
    const closed = new Promise<void>((done) => child.once("close", () => done()));
    child.once("error", (cause) => resume(Effect.fail(failure(reason, `Cannot run ${script}: ${cause.message}`))));
    child.once("exit", (code) => resume(Effect.succeed(code ?? 1)));
    return Effect.promise(() => {
      child.kill("SIGTERM");
      return closed;
    });
  });

/**
 * Runs a script in a child process on this terminal, with options of Node.js, and fails with its exit code unless that is 0.
 * An interrupt stops the child. `reason` is the code of the failure if the process cannot be started.
 */
export const runScript = (
  script: string,
  options: ReadonlyArray<string>,
  reason: string
): Effect.Effect<void, CommandFailed> =>
  Effect.flatMap(exitCodeOf(script, options, reason), (code) =>
    code === 0 ? Effect.void : new CommandFailed({ exitCode: code, lines: [], json: {} })
  );
