import { spawn } from "node:child_process";
import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { CommandFailed, failure } from "../command/CommandFailed.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { nodeOptions } from "./nodeOptions.ts";

/** Runs a script in a child process on this terminal, and returns its exit code. An interrupt stops the child. */
const runScript = (script: string): Effect.Effect<number, CommandFailed> =>
  Effect.async((resume) => {
    const child = spawn(process.execPath, [...nodeOptions, "--disable-warning=ExperimentalWarning", script], {
      stdio: "inherit"
    });
    const closed = new Promise<void>((done) => child.once("close", () => done()));
    child.once("error", (cause) =>
      resume(Effect.fail(failure("serve_failed", `Cannot run ${script}: ${cause.message}`)))
    );
    child.once("exit", (code) => resume(Effect.succeed(code ?? 1)));
    return Effect.promise(() => {
      child.kill("SIGTERM");
      return closed;
    });
  });

/** Runs the service in the foreground. The service prints everything itself. */
export const serve: Run = () =>
  Effect.flatMap(CommandServices, ({ main }) => runScript(main)).pipe(
    Effect.flatMap((code) => (code === 0 ? Effect.void : new CommandFailed({ exitCode: code, lines: [], json: {} })))
  );
