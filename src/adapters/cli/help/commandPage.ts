import type { CommandShape, Parameter } from "../command/CommandShape.ts";
import { helpWidth, wrappedColumns } from "../report/columns.ts";
import { type CommandName, exitsOf, helpOf } from "./commandHelp.ts";
import { heading } from "./heading.ts";
import { wrapText } from "./wrapText.ts";

/** An option or argument as it is typed. */
export const parameterText = ({ name, value }: Pick<Parameter, "name" | "value">): string =>
  value === null ? name : `${name} <${value}>`;

const inUsage = (parameter: Parameter): string => {
  const text = parameterText(parameter) + (parameter.isRepeated ? "…" : "");
  return parameter.isRequired ? text : `[${text}]`;
};

/** How a command is typed, in one line. */
export const usageText = (command: CommandName, shape: CommandShape): string =>
  ["tidemark", command, ...[...shape.arguments, ...shape.options].map(inUsage)].join(" ");

const usage = (command: CommandName, shape: CommandShape): string => {
  const parts = [...shape.arguments, ...shape.options].map((each) => inUsage(each).replaceAll(" ", "\u00a0"));
  const [first = "", ...more] = wrapText(["tidemark", command, ...parts].join(" "), helpWidth - 4);
  return [`  ${first}`, ...more.map((line) => `      ${line}`)].join("\n").replaceAll("\u00a0", " ");
};

/** What is said about an option or argument. */
export const remark = ({ isRepeated, isRequired, what }: Parameter): string =>
  [what, isRequired ? "Required." : "", isRepeated ? "May be repeated." : ""].filter(Boolean).join(" ");

const listed = (title: string, parameters: ReadonlyArray<Parameter>, colors: boolean): ReadonlyArray<string> =>
  parameters.length === 0
    ? []
    : [`${heading(title, colors)}\n${wrappedColumns(parameters.map((each) => [parameterText(each), remark(each)]))}`];

const exits = (command: CommandName): ReadonlyArray<readonly [string, string]> =>
  Object.entries(exitsOf(command)).map(([code, meaning]) => [code, meaning]);

/** The help of one command. */
export const commandPage = (command: CommandName, shape: CommandShape, version: string, colors: boolean): string => {
  const { examples, what } = helpOf(command);
  return [
    `tidemark ${version}`,
    wrapText(what, helpWidth).join("\n"),
    `${heading("Usage:", colors)}\n${usage(command, shape)}`,
    ...listed("Arguments:", shape.arguments, colors),
    ...listed("Options:", shape.options, colors),
    `${heading("Examples:", colors)}\n${examples.map((line) => `  ${line}`).join("\n")}`,
    `${heading("Exit codes:", colors)}\n${wrappedColumns(exits(command))}`
  ].join("\n\n");
};
