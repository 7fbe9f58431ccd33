import { closestMatch } from "../help/closestMatch.ts";
import type { CommandShape } from "./CommandShape.ts";

/** The levels of the library's own option. */
const logLevels: ReadonlyArray<string> = ["all", "trace", "debug", "info", "warning", "error", "fatal", "none"];

/** What every command takes, and whether a value follows. */
const everywhere: Readonly<Record<string, boolean>> = {
  "--help": false,
  "-h": false,
  "--version": false,
  "--log-level": true
};

export interface CheckedOptions {
  readonly asksHelp: boolean;
  readonly asksVersion: boolean;
  /** What was typed, in the one way that the library reads: `--name value`, and what takes no value once. */
  readonly typed: ReadonlyArray<string>;
  /** A line for each thing that cannot be right. */
  readonly faults: ReadonlyArray<string>;
}

interface Option {
  readonly name: string;
  /** Null where none was typed. */
  readonly value: string | null;
}

const unknown = (name: string, known: Iterable<string>): string => {
  const meant = closestMatch(name, [...known]);
  return `there is no option ${name} here${meant === null ? "" : `; did you mean ${meant}?`}`;
};

const faultOf = ({ name, value }: Option, takesValue: ReadonlyMap<string, boolean>): string | null => {
  const takes = takesValue.get(name);
  if (takes === undefined) return unknown(name, takesValue.keys());
  if (!takes) return value === null ? null : `${name} takes no value`;
  if (value === null) return `${name} needs a value`;
  if (value === "") return `${name} is empty: give it a value`;
  return name === "--log-level" && !logLevels.includes(value)
    ? `--log-level: "${value}" is not one of ${logLevels.join(", ")}`
    : null;
};

/** Parts the options from the arguments; what follows `--` is arguments. An option is no value, unless after `=`. */
const part = (rest: ReadonlyArray<string>, takesValue: ReadonlyMap<string, boolean>) => {
  const options: Array<Option> = [];
  const words: Array<string> = [];
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    if (word === "--") return { options, words: [...words, ...rest.slice(at + 1)] };
    const equals = word.indexOf("=");
    const name = equals === -1 ? word : word.slice(0, equals);
    if (!word.startsWith("-") || word === "-") words.push(word);
    else if (equals !== -1) options.push({ name, value: word.slice(equals + 1) });
    else if (takesValue.get(name) === true && !takesValue.has(rest[at + 1] ?? name)) {
      options.push({ name, value: rest[++at] ?? null });
    } else options.push({ name, value: null });
  }
  return { options, words };
};

/** Looks at what was typed after a command. */
export const checkOptions = (shape: CommandShape, rest: ReadonlyArray<string>): CheckedOptions => {
  const takesValue = new Map([
    ...Object.entries(everywhere),
    ...shape.options.map(({ name, value }) => [name, value !== null] as const)
  ]);
  const { options, words } = part(rest, takesValue);
  const seen = new Set(options.map(({ name }) => name));
  const valued = options.filter(({ name }) => takesValue.get(name) === true);
  const flags = [...seen].filter((name) => takesValue.get(name) === false);
  return {
    asksHelp: seen.has("--help") || seen.has("-h"),
    asksVersion: seen.has("--version"),
    typed: [...valued.flatMap(({ name, value }) => [name, value ?? ""]), ...flags, ...words],
    faults: [
      ...options.flatMap((option) => faultOf(option, takesValue) ?? []),
      ...(words.includes("") ? ["there is an empty argument"] : [])
    ]
  };
};
