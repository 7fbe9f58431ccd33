import { type Command, exits } from "../command/Command.ts";
import type { CommandName } from "../command/commands.ts";
import { isOption, type Parameter } from "../command/Parameter.ts";
import { heading, helpWidth, wrappedColumns } from "../report/columns.ts";
import { documentation, type HelpOptions } from "./documentation.ts";
import { exitCodes } from "./exitCodes.ts";
import { wrapText } from "./wrapText.ts";

type Shape = Pick<Parameter<unknown>, "name" | "placeholder">;

/** An option or argument as it is typed. */
export const parameterText = ({ name, placeholder }: Shape): string =>
  name.startsWith("<") || placeholder === null ? name : `${name} <${placeholder}>`;

const inUsage = (parameter: Parameter<unknown>): string => {
  const text = parameterText(parameter) + (parameter.isRepeated ? "…" : "");
  return parameter.isRequired ? text : `[${text}]`;
};

/** The arguments of a command, and its options. */
export const parametersOf = ({ parameters }: Command) => ({
  arguments: parameters.filter((each) => !isOption(each)),
  options: parameters.filter(isOption)
});

const usageParts = (command: Command): ReadonlyArray<string> => {
  const { arguments: positional, options } = parametersOf(command);
  return [...positional, ...options].map(inUsage);
};

/** How a command is typed, in one line. */
export const usageText = (name: CommandName, command: Command): string =>
  ["tidemark", name, ...usageParts(command)].join(" ");

/** A space within an option or its value, where no line is broken. */
const fixedSpace = "\u00a0";

const usage = (name: CommandName, command: Command): string => {
  const parts = usageParts(command).map((each) => each.replaceAll(" ", fixedSpace));
  const [first = "", ...more] = wrapText(["tidemark", name, ...parts].join(" "), helpWidth - 4);
  return [`  ${first}`, ...more.map((line) => `      ${line}`)].join("\n").replaceAll(fixedSpace, " ");
};

/** The description of an option or argument. */
export const parameterDescription = ({ description, isRepeated, isRequired }: Parameter<unknown>): string =>
  [description, isRequired ? "Required." : "", isRepeated ? "May be repeated." : ""].filter(Boolean).join(" ");

const listed = (
  title: string,
  parameters: ReadonlyArray<Parameter<unknown>>,
  colors: boolean
): ReadonlyArray<string> => {
  if (parameters.length === 0) return [];
  const rows = parameters.map((each) => [parameterText(each), parameterDescription(each)] as const);
  return [`${heading(title, colors)}\n${wrappedColumns(rows)}`];
};

/** The help of one command. */
export const commandPage = (
  name: CommandName,
  command: Command,
  { colors, publicUrl, version }: HelpOptions
): string => {
  const { arguments: positional, options } = parametersOf(command);
  return [
    `tidemark ${version}`,
    wrapText(command.description, helpWidth).join("\n"),
    `${heading("Usage:", colors)}\n${usage(name, command)}`,
    ...listed("Arguments:", positional, colors),
    ...listed("Options:", options, colors),
    `${heading("Examples:", colors)}\n${command.examples.map((line) => `  ${line}`).join("\n")}`,
    documentation(name, publicUrl, colors),
    exitCodes({ ...exits, ...command.exits }, colors)
  ].join("\n\n");
};
