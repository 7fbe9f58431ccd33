import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as LogLevel from "effect/LogLevel";
import * as Option from "effect/Option";
import { UnreadableRecord } from "../../../domain/event/UnreadableRecord.ts";
import type { Completable } from "../completions/Completable.ts";
import { explainProblem, type Problem } from "../report/explainProblem.ts";
import { failureText } from "../report/failureText.ts";
import { withDocumentation } from "../report/withDocumentation.ts";
import type { Command, Given } from "./Command.ts";
import { badUsage, type CommandFailed, failure, withUsageLine } from "./CommandFailed.ts";
import { CommandServices, type SyncServices, type UseCaseServices } from "./CommandServices.ts";
import type { CommandTools } from "./CommandTools.ts";
import { commandNames, commands, isCommandName, runnableCommands } from "./commands.ts";
import { json, logLevel } from "./commonParameters.ts";
import { isOption } from "./Parameter.ts";
import { type OutputOptions, parseCommandLine, seeHelp } from "./parseCommandLine.ts";

export interface TidemarkOptions extends OutputOptions {
  readonly services: Layer.Layer<UseCaseServices, Problem>;
  /** Fails if there is no database yet, which `services` would create. */
  readonly databaseExists: Effect.Effect<void, Problem>;
  readonly sync: Layer.Layer<SyncServices, Problem>;
  readonly tools: Layer.Layer<CommandTools, Problem>;
  /** The script that runs the service. */
  readonly main: string;
  /** The script that runs the demo. */
  readonly demo: string;
}

const completable: Completable = {
  commands: runnableCommands.map(({ command: { parameters }, name }) => ({
    name,
    options: parameters.filter(isOption),
    takesFiles: parameters.some((parameter) => !isOption(parameter) && parameter.isPath)
  })),
  groups: commandNames.filter((name) => name !== "" && commands[name]._tag === "Group"),
  describe: (words) => (isCommandName(words) ? commands[words].description : "")
};

/** Explains in one sentence that a later version wrote to the log. */
const explainUnreadable = <A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<A, E | CommandFailed, R> =>
  Effect.catchSomeDefect(run, (defect) =>
    defect instanceof UnreadableRecord
      ? Option.some(Effect.fail(failure("unreadable_event", defect.message, defect)))
      : Option.none()
  );

/** Opens the stores, and creates the database only for a command that can do without an existing one. */
const storesFor = ({ databaseExists, services }: TidemarkOptions, { needsDatabase = false }: Command) =>
  needsDatabase ? Layer.unwrapEffect(Effect.as(databaseExists, services)) : services;

const servicesOf = (options: TidemarkOptions, command: Command): CommandServices["Type"] => {
  const { demo, main, sync, tools } = options;
  const opened = Layer.mapError(storesFor(options, command), explainProblem);
  const withSync = Layer.merge(opened, Layer.mapError(sync, explainProblem));
  const withoutStores = Layer.mapError(tools, explainProblem);
  const logged = <A, E>(run: Effect.Effect<A, E>) =>
    Effect.tapErrorCause(run, (cause) => Effect.logDebug("The command failed", cause));
  return {
    main,
    demo,
    completable,
    withStores: (useCase) => logged(explainUnreadable(Effect.provide(useCase, opened))),
    withSync: (useCase) => logged(explainUnreadable(Effect.provide(useCase, withSync))),
    withoutStores: (useCase) => logged(explainUnreadable(Effect.provide(useCase, withoutStores)))
  };
};

const printFailure = (failed: CommandFailed, publicUrl: string, asJson: boolean): Effect.Effect<number> => {
  const text = failed.lines.length === 0 ? null : failureText(withDocumentation(failed, publicUrl), asJson);
  return Effect.as(text === null ? Effect.void : Console.error(text), failed.exitCode);
};

const levels = {
  all: LogLevel.All,
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  fatal: LogLevel.Fatal,
  none: LogLevel.None
};

const atLevel = <A, E, R>(run: Effect.Effect<A, E, R>, given: Given): Effect.Effect<A, E, R> => {
  const level = given(logLevel);
  return level === null ? run : Logger.withMinimumLogLevel(run, levels[level]);
};

const runCommand = (argv: ReadonlyArray<string>, options: TidemarkOptions): Effect.Effect<void, CommandFailed> => {
  const parsed = parseCommandLine(argv, options);
  if (parsed._tag === "Output") return Console.log(parsed.text);
  if (parsed._tag === "WrongUsage") return Effect.fail(badUsage(...parsed.lines));
  const { command, given, name } = parsed;
  return Effect.flatMap(Effect.promise(command.load), (run) => atLevel(run(given), given)).pipe(
    Effect.mapError((failed) => withUsageLine(failed, seeHelp(name))),
    Effect.provideService(CommandServices, servicesOf(options, command))
  );
};

/** Runs the command line `argv`, as Node.js provides it, and returns its exit code. */
export const runTidemark = (argv: ReadonlyArray<string>, options: TidemarkOptions): Effect.Effect<number> =>
  runCommand(argv, options).pipe(
    Effect.as(0),
    Effect.catchAll((failed) => printFailure(failed, options.publicUrl, argv.includes(json.name)))
  );
