import { fileURLToPath } from "node:url";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as LogLevel from "effect/LogLevel";
import { exitCode } from "../../adapters/cli/command/exitCode.ts";
import { type OutputOptions, parseCommandLine } from "../../adapters/cli/command/parseCommandLine.ts";
import { runTidemark } from "../../adapters/cli/command/runTidemark.ts";
import { installSignalHandlers } from "../installSignalHandlers.ts";

const main = fileURLToPath(new URL("../../main.ts", import.meta.url));
const demo = fileURLToPath(new URL("../../../scripts/demo.ts", import.meta.url));

/** Imported when a command opens it: usage errors need none of it. */
const services = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("./commandServices.ts")),
    ({ commandServices }) => commandServices
  )
);

const existing = Effect.flatMap(
  Effect.promise(() => import("./requireDatabase.ts")),
  ({ requireDatabase }) => requireDatabase
);

const sync = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("./syncServices.ts")),
    ({ syncServices }) => syncServices
  )
);

const tools = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("./commandTools.ts")),
    ({ commandTools }) => commandTools
  )
);

const quietLog = Layer.merge(
  Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger)),
  Logger.minimumLogLevel(LogLevel.Error)
);

const setExitCode = (code: number) =>
  Effect.sync(() => {
    process.exitCode = code;
  });

/** The commands that run until they are stopped. */
const runUntilStopped: ReadonlySet<string> = new Set(["serve", "demo", "audit witness"]);

/** A service that was stopped by a signal has succeeded; any other command was interrupted. */
const interruptedCode = (options: OutputOptions): number => {
  const parsed = parseCommandLine(process.argv, options);
  return parsed._tag === "Invocation" && runUntilStopped.has(parsed.name) ? 0 : exitCode.interrupted;
};

const codeOf = (exit: Exit.Exit<unknown, unknown>, options: OutputOptions): number => {
  if (Exit.isSuccess(exit)) return 0;
  return Cause.isInterruptedOnly(exit.cause) ? interruptedCode(options) : exitCode.failure;
};

/** Runs the command of this process, and sets its exit code. */
export const runCommand = (options: OutputOptions): void => {
  installSignalHandlers();
  runTidemark(process.argv, { ...options, services, databaseExists: existing, sync, tools, main, demo }).pipe(
    Effect.flatMap(setExitCode),
    Effect.provide(quietLog),
    NodeRuntime.runMain({ disablePrettyLogger: true, teardown: (exit, end) => end(codeOf(exit, options)) })
  );
};
