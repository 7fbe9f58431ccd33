import { commandsOf } from "../command/readCommandLine.ts";
import { helpWidth, wrappedColumns } from "../report/columns.ts";
import { type CommandName, helpOf } from "./commandHelp.ts";
import { heading } from "./heading.ts";
import { wrapText } from "./wrapText.ts";

/** The help of a group of commands: what there is, each in a line. */
export const groupHelp = (group: CommandName, version: string, colors: boolean): string => {
  const { examples, what } = helpOf(group);
  const typed = ["tidemark", group].filter(Boolean).join(" ");
  return [
    `tidemark ${version}`,
    wrapText(what, helpWidth).join("\n"),
    `${heading("Usage:", colors)} ${typed} <command>; --help after it shows its options.`,
    `${heading("Commands:", colors)}\n${wrappedColumns(commandsOf(group).map((words) => [words, helpOf(words).what]))}`,
    `${heading("Examples:", colors)}\n${examples.map((line) => `  ${line}`).join("\n")}`
  ].join("\n\n");
};
