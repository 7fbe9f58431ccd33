import { type CommandName, commandHelp } from "../help/commandHelp.ts";

/** What somebody typed, before any option is looked at. */
export interface CommandLine {
  /** The longest command or group that the first words name; empty for none. */
  readonly command: CommandName;
  /** The word after a group that is none of its commands; null where there is none. */
  readonly unknown: string | null;
  /** Options and arguments, as they were typed. */
  readonly rest: ReadonlyArray<string>;
}

/** The one option that may stand before the command and takes a value. */
const logLevel = "--log-level";

export const isCommand = (words: string): words is CommandName => Object.hasOwn(commandHelp, words);

/** The commands below a group, each by all of its words: those that are no groups themselves. */
export const commandsOf = (group: CommandName): ReadonlyArray<CommandName> => {
  const all = Object.keys(commandHelp).filter(isCommand);
  const below = all.filter((words) => words !== "" && (group === "" || words.startsWith(`${group} `)));
  return below.filter((words) => !all.some((other) => other.startsWith(`${words} `)));
};

export const isGroup = (command: CommandName): boolean => commandsOf(command).length > 0;

/** Parts `argv`, as Node.js gives it, into the command and the rest. Options may stand before the command, too. */
export const readCommandLine = (argv: ReadonlyArray<string>): CommandLine => {
  const words = argv.slice(2);
  const before: Array<string> = [];
  let command: CommandName = "";
  while (words.length > 0 && isGroup(command)) {
    const [word = "", value] = words;
    const longer = [command, word].filter(Boolean).join(" ");
    if (word.startsWith("-")) before.push(...words.splice(0, word === logLevel && value !== undefined ? 2 : 1));
    else if (word !== "" && isCommand(longer)) {
      command = longer;
      words.shift();
    } else return { command, unknown: word, rest: [...before, ...words] };
  }
  return { command, unknown: null, rest: [...before, ...words] };
};
