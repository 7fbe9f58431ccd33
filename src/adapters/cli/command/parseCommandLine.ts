import { closestMatch } from "../../../domain/text/closestMatch.ts";
import { commandPage } from "../help/commandPage.ts";
import { groupPage } from "../help/groupPage.ts";
import type { Command, Given } from "./Command.ts";
import { type CommandName, commands, commandsOf, isCommandName } from "./commands.ts";
import { help, logLevel, version } from "./commonParameters.ts";
import type { Parameter } from "./Parameter.ts";
import { parseOptions } from "./parseOptions.ts";

export interface OutputOptions {
  readonly version: string;
  readonly colors: boolean;
  /** The public URL of the instance, whose documentation the help names. */
  readonly publicUrl: string;
}

/** What a command line means. */
type ParsedCommandLine =
  /** Help or the version: text to print. */
  | { readonly _tag: "Output"; readonly text: string }
  | { readonly _tag: "WrongUsage"; readonly lines: ReadonlyArray<string> }
  | { readonly _tag: "Invocation"; readonly name: CommandName; readonly command: Command; readonly given: Given };

interface Words {
  /** The longest command or group that the first words name; empty for none. */
  readonly name: CommandName;
  /** The word after a group that is none of its commands; null if there is none. */
  readonly unknown: string | null;
  /** Options and arguments, as they were typed. */
  readonly rest: ReadonlyArray<string>;
}

const output = (text: string): ParsedCommandLine => ({ _tag: "Output", text });

const typedAs = (name: CommandName): string => ["tidemark", name].filter(Boolean).join(" ");

const wrongUsage = (name: CommandName, ...lines: ReadonlyArray<string>): ParsedCommandLine => ({
  _tag: "WrongUsage",
  lines: [...lines, seeHelp(name)]
});

/** The line that ends each usage error. */
export const seeHelp = (name: CommandName): string => `see ${typedAs(name)} --help`;

/** Finds the command among the words of `argv`. Options may stand before it. */
const findCommand = (argv: ReadonlyArray<string>): Words => {
  const words = argv.slice(2);
  const before: Array<string> = [];
  let name: CommandName = "";
  while (words.length > 0 && commands[name]._tag === "Group") {
    const [word = "", value] = words;
    const longer = [name, word].filter(Boolean).join(" ");
    if (word.startsWith("-")) before.push(...words.splice(0, word === logLevel.name && value !== undefined ? 2 : 1));
    else if (word !== "" && isCommandName(longer)) {
      name = longer;
      words.shift();
    } else return { name, unknown: word, rest: [...before, ...words] };
  }
  return { name, unknown: null, rest: [...before, ...words] };
};

const lastWord = (words: string): string => words.slice(words.lastIndexOf(" ") + 1);

const unknownCommand = (group: CommandName, unknown: string): ParsedCommandLine => {
  const below = commandsOf(group).map((words) => words.slice(group === "" ? 0 : group.length + 1));
  const next = [...new Set(below.map((words) => words.split(" ", 1).join("")))];
  const meant = below.find((words) => lastWord(words) === unknown) ?? closestMatch(unknown, [...next, ...below]);
  const advice =
    meant === null ? `; the commands are ${next.join(", ")}` : `; did you mean ${typedAs(group)} ${meant}?`;
  return wrongUsage(group, `unknown command "${unknown}"${advice}`);
};

const parseGroup = (name: CommandName, rest: ReadonlyArray<string>, options: OutputOptions): ParsedCommandLine => {
  if (name === "" && rest.includes(version.name)) return output(options.version);
  const odd = rest.find((word) => word !== help.name && word !== "-h");
  return odd === undefined ? output(groupPage(name, options)) : wrongUsage(name, `${odd} needs a command before it`);
};

const givenOf =
  (name: CommandName, command: Command, typed: ReadonlyMap<string, ReadonlyArray<string>>): Given =>
  <Value>(parameter: Parameter<Value>): Value => {
    const reading = parameter.read(typed.get(parameter.name) ?? []);
    if (reading._tag === "Fault" || ![...command.parameters, logLevel].includes(parameter))
      throw new Error(`The command ${name} does not declare ${parameter.name}`);
    return reading.value;
  };

const parseCommand = (
  name: CommandName,
  command: Command,
  rest: ReadonlyArray<string>,
  options: OutputOptions
): ParsedCommandLine => {
  const { faults, typed } = parseOptions(command.parameters, rest);
  if (typed.has(help.name)) return output(commandPage(name, command, options));
  if (typed.has(version.name)) return output(options.version);
  if (faults.length > 0) return wrongUsage(name, ...faults);
  const unread = [...command.parameters, logLevel].flatMap((parameter) => {
    const reading = parameter.read(typed.get(parameter.name) ?? []);
    return reading._tag === "Fault" ? [reading.fault] : [];
  });
  return unread.length > 0
    ? wrongUsage(name, ...unread)
    : { _tag: "Invocation", name, command, given: givenOf(name, command, typed) };
};

/** `tidemark help …` is `tidemark … --help`. */
const withoutHelpWord = (argv: ReadonlyArray<string>): ReadonlyArray<string> =>
  argv[2] === "help" ? [...argv.slice(0, 2), ...argv.slice(3), help.name] : argv;

/** Parses `argv`, as Node.js provides it. Loads no code of a command. */
export const parseCommandLine = (argv: ReadonlyArray<string>, options: OutputOptions): ParsedCommandLine => {
  const { name, rest, unknown } = findCommand(withoutHelpWord(argv));
  if (unknown !== null) return unknownCommand(name, unknown);
  const declared = commands[name];
  return declared._tag === "Group" ? parseGroup(name, rest, options) : parseCommand(name, declared, rest, options);
};
