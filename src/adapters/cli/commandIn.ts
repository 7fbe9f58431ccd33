import { type CommandWords, commandHelp } from "./commandHelp.ts";

const isCommand = (words: string): words is CommandWords => Object.hasOwn(commandHelp, words);

/** The command that `argv` names, and the word after it; for a group that should be one of its commands. */
export const commandIn = (
  argv: ReadonlyArray<string>
): { readonly command: CommandWords; readonly next: string | null } => {
  const [first = "", second, third] = argv.slice(2).filter((word) => !word.startsWith("-"));
  const both = `${first} ${second}`;
  if (isCommand(both)) return { command: both, next: third ?? null };
  return isCommand(first) ? { command: first, next: second ?? null } : { command: "", next: first };
};

/** The commands of a group, each by all of its words: those below it that are no groups themselves. */
export const commandsOf = (group: CommandWords): ReadonlyArray<CommandWords> => {
  const all = Object.keys(commandHelp).filter(isCommand);
  const below = all.filter((words) => words !== "" && (group === "" || words.startsWith(`${group} `)));
  return below.filter((words) => !all.some((other) => other.startsWith(`${words} `)));
};
