import type { CommandShape } from "./CommandShape.ts";
import { nearest } from "./nearest.ts";

/** What every command takes. */
const everywhere: Readonly<Record<string, boolean>> = {
  "--help": false,
  "-h": false,
  "--version": false,
  "--log-level": true
};

export interface CheckedOptions {
  readonly asksHelp: boolean;
  readonly asksVersion: boolean;
  /** A line for each option that the command does not have. */
  readonly faults: ReadonlyArray<string>;
}

/** Looks at what was typed after a command, without the values of its options. */
export const checkOptions = (shape: CommandShape, rest: ReadonlyArray<string>): CheckedOptions => {
  const takesValue = new Map([
    ...Object.entries(everywhere),
    ...shape.options.map(({ name, value }) => [name, value !== null] as const)
  ]);
  const faults: Array<string> = [];
  const seen = new Set<string>();
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    if (word === "--") break;
    if (!word.startsWith("-") || word === "-") continue;
    const [name = ""] = word.split("=", 1);
    seen.add(name);
    if (takesValue.get(name) === true && name === word) at += 1;
    if (takesValue.has(name)) continue;
    const meant = nearest(name, [...takesValue.keys()]);
    faults.push(`there is no option ${name} here${meant === null ? "" : `; did you mean ${meant}?`}`);
  }
  return { asksHelp: seen.has("--help") || seen.has("-h"), asksVersion: seen.has("--version"), faults };
};
