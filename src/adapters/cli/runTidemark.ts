import { stripVTControlCharacters } from "node:util";
import * as CliConfig from "@effect/cli/CliConfig";
import * as Command from "@effect/cli/Command";
import * as HelpDoc from "@effect/cli/HelpDoc";
import * as Span from "@effect/cli/HelpDoc/Span";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type CommandFailed, failure } from "./CommandFailed.ts";
import { CommandServices, type UseCaseServices } from "./CommandServices.ts";
import { commandHelp } from "./commandHelp.ts";
import { commandIn, commandsOf } from "./commandIn.ts";
import { explainUsage } from "./explainUsage.ts";
import { groupHelp } from "./groupHelp.ts";
import { tidemarkCommand } from "./tidemarkCommand.ts";

export interface TidemarkOptions {
  readonly version: string;
  /** An error's `message` is one line, or several, for the operator. */
  readonly services: Layer.Layer<UseCaseServices, { readonly message: string }>;
  /** The script that runs the service. */
  readonly main: string;
  readonly colors: boolean;
}

/** Wrong usage is told here in one line; the library would print it in its own way before. */
const tidyConsole = (console: Console.Console, colors: boolean): Console.Console => ({
  ...console,
  log: (...parts) => console.log(...parts.map((part) => (colors ? part : stripVTControlCharacters(String(part))))),
  error: () => Effect.void
});

const servicesOf = ({ services }: TidemarkOptions): CommandServices["Type"] => {
  const opened = Layer.mapError(services, ({ message }) => failure("unavailable", message));
  return {
    around: (useCase) =>
      Effect.provide(useCase, opened).pipe(
        Effect.tapErrorCause((cause) => Effect.logDebug("The command failed", cause))
      )
  };
};

const footer = (argv: ReadonlyArray<string>): HelpDoc.HelpDoc => {
  const { examples } = commandHelp[commandIn(argv).command];
  return HelpDoc.blocks([HelpDoc.h1("EXAMPLES"), ...examples.map((line) => HelpDoc.p(Span.code(`$ ${line}`)))]);
};

/** A group alone, or with --help: the library's own list of commands is as wide as all of their options. */
const asksForGroup = (argv: ReadonlyArray<string>): boolean => {
  const { command, next } = commandIn(argv);
  const rest = argv.slice(2).filter((word) => word.startsWith("-"));
  return !next && commandsOf(command).length > 0 && rest.every((word) => word === "--help" || word === "-h");
};

const tell = ({ lines, json, exitCode }: CommandFailed, asJson: boolean): Effect.Effect<number> => {
  const said = asJson && lines.length > 0 ? [JSON.stringify(json)] : lines.map((line) => `tidemark: ${line}`);
  return Effect.as(
    Effect.forEach(said, (line) => Console.error(line)),
    exitCode
  );
};

const run = (argv: ReadonlyArray<string>, options: TidemarkOptions) =>
  Command.run(tidemarkCommand(options.main), {
    name: "tidemark",
    version: options.version,
    footer: footer(argv)
  })(argv);

/** Runs the command line `argv` (as Node.js gives it) to its exit code. */
export const runTidemark = (argv: ReadonlyArray<string>, options: TidemarkOptions) =>
  Console.consoleWith((console) => {
    if (asksForGroup(argv)) return Effect.as(console.log(groupHelp(commandIn(argv).command, options.version)), 0);
    return run(argv, options).pipe(
      Effect.withConsole(tidyConsole(console, options.colors)),
      Effect.as(0),
      Effect.catchAll((error) =>
        tell(error._tag === "CommandFailed" ? error : explainUsage(error, argv), argv.includes("--json"))
      ),
      Effect.provideService(CommandServices, servicesOf(options)),
      Effect.provide(
        CliConfig.layer({ isCaseSensitive: true, showBuiltIns: false, showTypes: false, finalCheckBuiltIn: true })
      )
    );
  });
