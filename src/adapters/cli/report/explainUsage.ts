import { stripVTControlCharacters } from "node:util";
import * as HelpDoc from "@effect/cli/HelpDoc";
import type * as ValidationError from "@effect/cli/ValidationError";
import { badUsage, type CommandFailed } from "../command/CommandFailed.ts";

const linesOf = (error: HelpDoc.HelpDoc): ReadonlyArray<string> =>
  stripVTControlCharacters(HelpDoc.toAnsiText(error))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Tells the operator what was typed wrong, a line for each thing, and where to read how it is typed right. */
export const explainUsage = ({ error }: ValidationError.ValidationError, command: string): CommandFailed =>
  badUsage(...linesOf(error), `see tidemark ${command} --help`);
