import { type CommandLine, commandsOf, isGroup, readCommandLine } from "../command/readCommandLine.ts";
import { closestMatch } from "./closestMatch.ts";
import { groupHelp } from "./groupHelp.ts";

/** What is printed, and the exit code. */
export interface CommandOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: ReadonlyArray<string>;
}

export interface OutputOptions {
  readonly version: string;
  readonly colors: boolean;
}

const success = (stdout: string): CommandOutput => ({ code: 0, stdout, stderr: [] });

const usageError = (...stderr: ReadonlyArray<string>): CommandOutput => ({ code: 2, stdout: "", stderr });

const helpOptions: ReadonlyArray<string> = ["--help", "-h"];

/** The words that may follow, and all of the commands below. */
const knownBelow = ({ command }: CommandLine) => {
  const start = command === "" ? 0 : command.length + 1;
  const below = commandsOf(command).map((words) => words.slice(start));
  return { next: [...new Set(below.map((words) => words.split(" ", 1).join("")))], below };
};

const lastWord = (words: string): string => words.slice(words.lastIndexOf(" ") + 1);

const unknownCommand = (line: CommandLine, unknown: string): CommandOutput => {
  const typed = ["tidemark", line.command].filter(Boolean).join(" ");
  const { below, next } = knownBelow(line);
  const meant = below.find((words) => lastWord(words) === unknown) ?? closestMatch(unknown, [...next, ...below]);
  const advice = meant === null ? `, but ${next.join(", ")}` : `; did you mean ${typed} ${meant}?`;
  return usageError(`there is no command "${unknown}"${advice}`, `see ${typed} --help`);
};

const forGroup = (line: CommandLine, { colors, version }: OutputOptions): CommandOutput => {
  const typed = ["tidemark", line.command].filter(Boolean).join(" ");
  const [odd] = line.rest.filter((word) => !helpOptions.includes(word));
  return odd === undefined
    ? success(groupHelp(line.command, version, colors))
    : usageError(`${odd} needs a command before it`, `see ${typed} --help`);
};

/** `tidemark help …` is `tidemark … --help`. */
export const withoutHelpWord = (argv: ReadonlyArray<string>): ReadonlyArray<string> =>
  argv[2] === "help" ? [...argv.slice(0, 2), ...argv.slice(3), "--help"] : argv;

/** Answers what takes no command: the help of a group, the version, a command that there is not. Null for all else. */
export const immediateOutput = (argv: ReadonlyArray<string>, options: OutputOptions): CommandOutput | null => {
  const line = readCommandLine(argv);
  if (line.unknown !== null) return unknownCommand(line, line.unknown);
  if (line.command === "" && line.rest.includes("--version")) return success(options.version);
  return isGroup(line.command) ? forGroup(line, options) : null;
};
