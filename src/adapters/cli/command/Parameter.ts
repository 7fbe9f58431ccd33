import { didYouMean } from "../../../domain/text/closestMatch.ts";

/** The value of a parameter, or the sentence that explains why the typed text is not one. */
export type Reading<Value> =
  | { readonly _tag: "Value"; readonly value: Value }
  | { readonly _tag: "Fault"; readonly fault: string };

/** What can be typed for a parameter. */
export interface ValueType<Value> {
  /** The word that stands for the value in the usage. */
  readonly placeholder: string;
  /** The only values there are; empty if any text is one. */
  readonly choices: ReadonlyArray<string>;
  /** Whether a shell completes it with names of files. */
  readonly isPath: boolean;
  /** A fault is the end of a sentence that begins with the name of the parameter. */
  readonly parse: (text: string) => Reading<Value>;
}

/** An option or an argument of a command: how it is typed, what it means, and how its value is read. */
export interface Parameter<Value> {
  /** `--name` for an option, `<name>` for an argument. */
  readonly name: string;
  /** Null for an option that takes no value. */
  readonly placeholder: string | null;
  readonly choices: ReadonlyArray<string>;
  readonly isPath: boolean;
  readonly isRequired: boolean;
  readonly isRepeated: boolean;
  readonly description: string;
  /** Reads everything that was typed for this parameter; empty if nothing was. */
  readonly read: (typed: ReadonlyArray<string>) => Reading<Value>;
}

const value = <Value>(value: Value): Reading<Value> => ({ _tag: "Value", value });

const fault = (fault: string): Reading<never> => ({ _tag: "Fault", fault });

const textNamed = (placeholder: string, isPath = false): ValueType<string> => ({
  placeholder,
  choices: [],
  isPath,
  parse: value
});

/** Any text. */
export const text: ValueType<string> = textNamed("text");

/** Any text, by another placeholder. */
export const textFor = (placeholder: string): ValueType<string> => textNamed(placeholder);

/** The path of a file or folder. */
export const path: ValueType<string> = textNamed("path", true);

/** The name of a file. */
export const file: ValueType<string> = textNamed("file", true);

/** One of a few values. */
export const oneOf = <const Choice extends string>(choices: ReadonlyArray<Choice>): ValueType<Choice> => ({
  placeholder: choices.join(" | "),
  choices,
  isPath: false,
  parse: (typed) => {
    const found = choices.find((choice) => choice === typed);
    return found === undefined
      ? fault(`"${typed}" is not one of ${choices.join(", ")}${didYouMean(typed, choices)}`)
      : value(found);
  }
});

/** A whole number of a range. */
export const wholeNumber = (placeholder: string, min: number, max: number): ValueType<number> => ({
  placeholder,
  choices: [],
  isPath: false,
  parse: (typed) => {
    const number = /^\d{1,15}$/.test(typed) ? Number(typed) : Number.NaN;
    return number >= min && number <= max
      ? value(number)
      : fault(`"${typed}" is not a whole number from ${min} to ${max}`);
  }
});

const parseNamed = <Value>(name: string, type: ValueType<Value>, typed: string): Reading<Value> => {
  const reading = type.parse(typed);
  return reading._tag === "Value" ? reading : fault(`${name}: ${reading.fault}`);
};

const parseAll = <Value>(
  name: string,
  type: ValueType<Value>,
  typed: ReadonlyArray<string>
): Reading<ReadonlyArray<Value>> => {
  const values: Array<Value> = [];
  for (const each of typed) {
    const reading = parseNamed(name, type, each);
    if (reading._tag === "Fault") return reading;
    values.push(reading.value);
  }
  return value(values);
};

const parameter = <Value, Type>(
  name: string,
  { choices, isPath, placeholder }: ValueType<Type>,
  description: string,
  rest: Pick<Parameter<Value>, "isRequired" | "isRepeated" | "read">
): Parameter<Value> => ({ name, placeholder, choices, isPath, description, ...rest });

const missing = (name: string): Reading<never> => fault(`${name} is missing`);

/** A parameter that may be left out: its value is null then. */
export const optional = <Value>(name: string, type: ValueType<Value>, description: string): Parameter<Value | null> =>
  parameter<Value | null, Value>(name, type, description, {
    isRequired: false,
    isRepeated: false,
    read: ([first]) => (first === undefined ? value(null) : parseNamed(name, type, first))
  });

/** A parameter that must be given. */
export const required = <Value>(name: string, type: ValueType<Value>, description: string): Parameter<Value> =>
  parameter<Value, Value>(name, type, description, {
    isRequired: true,
    isRepeated: false,
    read: ([first]) => (first === undefined ? missing(name) : parseNamed(name, type, first))
  });

/** A parameter that may be given any number of times. */
export const repeated = <Value>(
  name: string,
  type: ValueType<Value>,
  description: string
): Parameter<ReadonlyArray<Value>> =>
  parameter<ReadonlyArray<Value>, Value>(name, type, description, {
    isRequired: false,
    isRepeated: true,
    read: (typed) => parseAll(name, type, typed)
  });

/** A parameter that must be given, and may be given again. */
export const atLeastOne = <Value>(
  name: string,
  type: ValueType<Value>,
  description: string
): Parameter<ReadonlyArray<Value>> =>
  parameter<ReadonlyArray<Value>, Value>(name, type, description, {
    isRequired: true,
    isRepeated: true,
    read: (typed) => (typed.length === 0 ? missing(name) : parseAll(name, type, typed))
  });

/** An option that takes no value: true if it was typed. */
export const flag = (name: string, description: string): Parameter<boolean> => ({
  name,
  placeholder: null,
  choices: [],
  isPath: false,
  isRequired: false,
  isRepeated: false,
  description,
  read: (typed) => value(typed.length > 0)
});

/** Whether a parameter is an option, and not an argument. */
export const isOption = ({ name }: Parameter<unknown>): boolean => name.startsWith("--");
