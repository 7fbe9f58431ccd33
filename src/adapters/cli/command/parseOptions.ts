import { parseArgs } from "node:util";
import { didYouMean } from "../../../domain/text/closestMatch.ts";
import { commonOptions, help } from "./commonParameters.ts";
import { isOption, type Parameter } from "./Parameter.ts";

interface ParsedOptions {
  /** What was typed for each parameter, by its name. */
  readonly typed: ReadonlyMap<string, ReadonlyArray<string>>;
  /** A line for each thing that is wrong. */
  readonly faults: ReadonlyArray<string>;
}

type Options = ReadonlyMap<string, Parameter<unknown>>;

const takesValue = (option: Parameter<unknown> | undefined): boolean =>
  option !== undefined && option.placeholder !== null;

const unknown = (name: string, options: Options): string =>
  `unknown option ${name}${didYouMean(name, [...options.keys()])}`;

const faultOf = (name: string, value: string | undefined, options: Options): string | null => {
  const option = options.get(name);
  if (option === undefined) return unknown(name, options);
  if (takesValue(option)) return value === undefined || value === "" ? `${name} needs a value` : null;
  return value === undefined ? null : `${name} takes no value`;
};

/** `parseArgs` takes any next word as a value: one that is an option of the command is not. */
const withoutSwallowedOptions = (words: ReadonlyArray<string>, options: Options): Array<string> => {
  const end = words.indexOf("--");
  return words.map((word, at) =>
    (end === -1 || at < end) && takesValue(options.get(word)) && options.has(words[at + 1] ?? "") ? `${word}=` : word
  );
};

const tokensOf = (words: ReadonlyArray<string>, options: Options) =>
  parseArgs({
    args: withoutSwallowedOptions(words, options),
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      [...options.values()].map((option) => [
        option.name.slice(2),
        option === help
          ? ({ type: "boolean", short: "h" } as const)
          : ({ type: takesValue(option) ? "string" : "boolean" } as const)
      ])
    )
  }).tokens;

/** A parameter that is not repeated, and was typed more than once. */
const repetitions = (typed: ReadonlyMap<string, ReadonlyArray<string>>, options: Options): ReadonlyArray<string> =>
  [...typed].flatMap(([name, values]) => {
    const option = options.get(name);
    return values.length > 1 && takesValue(option) && option?.isRepeated === false
      ? [`${name} may be given only once`]
      : [];
  });

const assignArguments = (
  parameters: ReadonlyArray<Parameter<unknown>>,
  words: ReadonlyArray<string>
): {
  readonly typed: ReadonlyArray<readonly [string, ReadonlyArray<string>]>;
  readonly excess: ReadonlyArray<string>;
} => ({
  typed: parameters.map(({ isRepeated, name }, at) => [name, words.slice(at, isRepeated ? words.length : at + 1)]),
  excess: parameters.at(-1)?.isRepeated === true ? [] : words.slice(parameters.length)
});

/** Assigns the words that follow a command to its options and arguments; what follows `--` are arguments. */
export const parseOptions = (
  parameters: ReadonlyArray<Parameter<unknown>>,
  words: ReadonlyArray<string>
): ParsedOptions => {
  const options = new Map([...parameters.filter(isOption), ...commonOptions].map((option) => [option.name, option]));
  const typed = new Map<string, ReadonlyArray<string>>();
  const positionals: Array<string> = [];
  const faults: Array<string> = [];
  let isAnyUnknown = false;
  for (const token of tokensOf(words, options)) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const name = token.rawName === "-h" ? help.name : token.rawName;
    const fault = faultOf(name, token.value, options);
    isAnyUnknown ||= !options.has(name);
    if (fault !== null) faults.push(fault);
    typed.set(name, [...(typed.get(name) ?? []), token.value ?? ""]);
  }
  const given = assignArguments(
    parameters.filter((parameter) => !isOption(parameter)),
    positionals
  );
  faults.push(
    ...repetitions(typed, options),
    // The value of an unknown option is read as an argument.
    ...(isAnyUnknown ? [] : given.excess).map((word) => `unexpected argument "${word}"`),
    ...(positionals.includes("") ? ["an argument is empty"] : [])
  );
  return { typed: new Map([...typed, ...given.typed]), faults };
};
