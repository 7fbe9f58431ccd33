import { exits } from "../command/Command.ts";
import { type CommandName, commands, commandsOf } from "../command/commands.ts";
import { heading, helpWidth, wrappedColumns } from "../report/columns.ts";
import { documentation, type HelpOptions } from "./documentation.ts";
import { exitCodes } from "./exitCodes.ts";
import { wrapText } from "./wrapText.ts";

/** The help of a group of commands: one line for each of them. */
export const groupPage = (group: CommandName, { colors, publicUrl, version }: HelpOptions): string => {
  const { description, examples } = commands[group];
  const typed = ["tidemark", group].filter(Boolean).join(" ");
  const rows = commandsOf(group).map((name) => [name, commands[name].description] as const);
  return [
    `tidemark ${version}`,
    wrapText(description, helpWidth).join("\n"),
    `${heading("Usage:", colors)} ${typed} <command>; add --help for its options.`,
    `${heading("Commands:", colors)}\n${wrappedColumns(rows)}`,
    `${heading("Examples:", colors)}\n${examples.map((line) => `  ${line}`).join("\n")}`,
    documentation(group, publicUrl, colors),
    ...(group === "" ? [exitCodes(exits, colors)] : [])
  ].join("\n\n");
};
