import { fileURLToPath } from "node:url";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as NodeTerminal from "@effect/platform-node/NodeTerminal";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as LogLevel from "effect/LogLevel";
import { exitCode } from "../../adapters/cli/command/CommandFailed.ts";
import { readCommandLine } from "../../adapters/cli/command/readCommandLine.ts";
import { runTidemark } from "../../adapters/cli/command/runTidemark.ts";
import { installSignalHandlers } from "../installSignalHandlers.ts";

const main = fileURLToPath(new URL("../../main.ts", import.meta.url));

/** Loaded when a command opens it: its help and what was typed wrong need none of it. */
const services = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("./commandServices.ts")),
    ({ commandServices }) => commandServices
  )
);

const tools = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("./commandTools.ts")),
    ({ commandTools }) => commandTools
  )
);

const platform = Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, NodeTerminal.layer);

const quietLog = Layer.merge(
  Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger)),
  Logger.minimumLogLevel(LogLevel.Error)
);

const endWith = (code: number) =>
  Effect.sync(() => {
    process.exitCode = code;
  });

/** A service that was told to stop has done what it should. */
const whenInterrupted = (): number => (readCommandLine(process.argv).command === "serve" ? 0 : exitCode.interrupted);

const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0;
  return Cause.isInterruptedOnly(exit.cause) ? whenInterrupted() : exitCode.failure;
};

/** Runs the command of this process to its end. */
export const runCommand = (options: { readonly version: string; readonly colors: boolean }): void => {
  installSignalHandlers();
  runTidemark(process.argv, { ...options, services, tools, main }).pipe(
    Effect.flatMap(endWith),
    Effect.provide(Layer.merge(platform, quietLog)),
    NodeRuntime.runMain({ disablePrettyLogger: true, teardown: (exit, end) => end(codeOf(exit)) })
  );
};
