import { spawn } from "node:child_process";
import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import { CommandFailed, failure } from "../command/CommandFailed.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { nodeOptions } from "./nodeOptions.ts";

/** Runs a script of this project in a process of its own, with this terminal, until it ends; an interrupt ends it. */
const runScript = (script: string): Effect.Effect<number, CommandFailed> =>
  Effect.async((resume) => {
    const child = spawn(process.execPath, [...nodeOptions, "--disable-warning=ExperimentalWarning", script], {
      stdio: "inherit"
    });
    const gone = new Promise<void>((done) => child.once("close", () => done()));
    child.once("error", (cause) =>
      resume(Effect.fail(failure("serve_failed", `Cannot run ${script}: ${cause.message}`)))
    );
    child.once("exit", (code) => resume(Effect.succeed(code ?? 1)));
    return Effect.promise(() => {
      child.kill("SIGTERM");
      return gone;
    });
  });

const serve = Effect.flatMap(CommandServices, ({ main }) => runScript(main)).pipe(
  Effect.flatMap((code) =>
    code === 0 ? Effect.void : Effect.fail(new CommandFailed({ exitCode: code, lines: [], json: {} }))
  )
);

/** Runs the service in the foreground; what it says about itself is all that is said. */
export const serveCommand = Command.make("serve", {}, () => serve).pipe(
  Command.withDescription(commandHelp.serve.what)
);
