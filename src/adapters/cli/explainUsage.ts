import { stripVTControlCharacters } from "node:util";
import * as HelpDoc from "@effect/cli/HelpDoc";
import type * as ValidationError from "@effect/cli/ValidationError";
import { badUsage, type CommandFailed } from "./CommandFailed.ts";
import { commandIn, commandsOf } from "./commandIn.ts";

const linesOf = (error: HelpDoc.HelpDoc): ReadonlyArray<string> =>
  stripVTControlCharacters(HelpDoc.toAnsiText(error))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Tells the operator what was typed wrong, a line for each thing, and where to read how it is typed right. */
export const explainUsage = (
  { error }: ValidationError.ValidationError,
  argv: ReadonlyArray<string>
): CommandFailed => {
  const { command, next } = commandIn(argv);
  const typed = ["tidemark", command].filter(Boolean).join(" ");
  const known = commandsOf(command);
  const lines =
    next !== null && known.length > 0 ? [`there is no command "${next}", but ${known.join(", ")}`] : linesOf(error);
  return badUsage(...lines, `see ${typed} --help`);
};
