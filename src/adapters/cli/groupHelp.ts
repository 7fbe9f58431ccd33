import { columns } from "./columns.ts";
import { type CommandWords, commandHelp } from "./commandHelp.ts";
import { commandsOf } from "./commandIn.ts";

/** The help of a group of commands: what there is, each in a line. */
export const groupHelp = (group: CommandWords, version: string): string => {
  const typed = ["tidemark", group].filter(Boolean).join(" ");
  return [
    `tidemark ${version}`,
    commandHelp[group].what,
    `Usage: ${typed} <command>; --help after it shows its options.`,
    columns(commandsOf(group).map((words) => [words, commandHelp[words].what])),
    `Examples:\n${commandHelp[group].examples.map((line) => `  ${line}`).join("\n")}`
  ].join("\n\n");
};
