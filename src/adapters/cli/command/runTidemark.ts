import * as CliConfig from "@effect/cli/CliConfig";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { UnreadableRecord } from "../../../domain/event/UnreadableRecord.ts";
import { allCommands } from "../completions/allCommands.ts";
import { commandPage } from "../help/commandPage.ts";
import { immediateOutput, withoutHelpWord } from "../help/immediateOutput.ts";
import { escapeControls } from "../report/escapeControls.ts";
import { explainProblem, type Problem } from "../report/explainProblem.ts";
import { explainUsage } from "../report/explainUsage.ts";
import { badUsage, type CommandFailed, failure } from "./CommandFailed.ts";
import { CommandServices, type UseCaseServices } from "./CommandServices.ts";
import type { CommandTools } from "./CommandTools.ts";
import { checkOptions } from "./checkOptions.ts";
import { commandLoaders, isLeaf, type LeafCommandName, type LoadedCommand, type Platform } from "./loadCommand.ts";
import { readCommandLine } from "./readCommandLine.ts";

export interface TidemarkOptions {
  readonly version: string;
  readonly services: Layer.Layer<UseCaseServices, Problem>;
  readonly tools: Layer.Layer<CommandTools, Problem>;
  /** The script that runs the service. */
  readonly main: string;
  readonly colors: boolean;
}

/** Wrong usage is told here in one line; the library would print it in its own way before. */
const tidyConsole = (console: Console.Console): Console.Console => ({ ...console, error: () => Effect.void });

/** A log that a later version wrote to is said in one sentence. */
const readable = <A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<A, E | CommandFailed, R> =>
  Effect.catchSomeDefect(run, (defect) =>
    defect instanceof UnreadableRecord
      ? Option.some(Effect.fail(failure("unreadable_event", defect.message, defect)))
      : Option.none()
  );

const servicesOf = ({ main, services, tools }: TidemarkOptions): CommandServices["Type"] => {
  const opened = Layer.mapError(services, explainProblem);
  const withoutStores = Layer.mapError(tools, explainProblem);
  const logged = <A, E>(run: Effect.Effect<A, E>) =>
    Effect.tapErrorCause(run, (cause) => Effect.logDebug("The command failed", cause));
  return {
    main,
    commands: allCommands,
    withStores: (useCase) => logged(readable(Effect.provide(useCase, opened))),
    withoutStores: (useCase) => logged(readable(Effect.provide(useCase, withoutStores)))
  };
};

const printFailure = ({ exitCode, json, lines }: CommandFailed, asJson: boolean): Effect.Effect<number> => {
  const typed = lines.flatMap((line) => line.split("\n"));
  const said =
    asJson && lines.length > 0 ? [JSON.stringify(json)] : typed.map((line) => `tidemark: ${escapeControls(line)}`);
  return Effect.as(
    Effect.forEach(said, (line) => Console.error(line)),
    exitCode
  );
};

const load = (command: LeafCommandName): Effect.Effect<LoadedCommand> =>
  Effect.promise(() => commandLoaders[command]());

const runLoaded = (
  command: LeafCommandName,
  loaded: LoadedCommand,
  rest: ReadonlyArray<string>,
  { colors, version }: TidemarkOptions
) =>
  Effect.gen(function* () {
    const { asksHelp, asksVersion, faults, typed } = checkOptions(loaded.shape, rest);
    if (asksHelp) return yield* Console.log(commandPage(command, loaded.shape, version, colors));
    if (asksVersion) return yield* Console.log(version);
    if (faults.length > 0) return yield* badUsage(...faults, `see tidemark ${command} --help`);
    return yield* Console.consoleWith((console) => Effect.withConsole(loaded.run(typed), tidyConsole(console))).pipe(
      Effect.catchIf(
        (error) => error._tag !== "CommandFailed",
        (error) => Effect.fail(explainUsage(error, command))
      )
    );
  });

const runCommand = (
  argv: ReadonlyArray<string>,
  options: TidemarkOptions
): Effect.Effect<void, CommandFailed, Platform> => {
  const answer = immediateOutput(argv, options);
  if (answer !== null && answer.code === 0) return Console.log(answer.stdout);
  if (answer !== null) return Effect.fail(badUsage(...answer.stderr));
  const { command, rest } = readCommandLine(argv);
  if (!isLeaf(command)) return Effect.dieMessage(`The command ${command} cannot be loaded`);
  return Effect.flatMap(load(command), (loaded) => runLoaded(command, loaded, rest, options)).pipe(
    Effect.provideService(CommandServices, servicesOf(options)),
    Effect.provide(
      CliConfig.layer({ isCaseSensitive: true, showBuiltIns: false, showTypes: false, finalCheckBuiltIn: true })
    )
  );
};

/** Runs the command line `argv` (as Node.js gives it) to its exit code. */
export const runTidemark = (argv: ReadonlyArray<string>, options: TidemarkOptions) => {
  const asked = withoutHelpWord(argv);
  return runCommand(asked, options).pipe(
    Effect.as(0),
    Effect.catchAll((failed) => printFailure(failed, asked.includes("--json")))
  );
};
