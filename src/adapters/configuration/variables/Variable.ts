import * as Either from "effect/Either";

export type Environment = Readonly<Record<string, string | undefined>>;

/** One variable of the environment: how its text is parsed, and an example for error messages. */
export interface Variable<A> {
  readonly name: string;
  readonly example: string;
  /** Parses the trimmed text, or undefined if the variable is empty or not set. Left is the end of a sentence that begins with the name. */
  readonly parse: (text: string | undefined) => Either.Either<A, string>;
}

/** A value of only spaces is an error, not a request for the default. */
const textOf = (value: string | undefined): Either.Either<string | undefined, string> => {
  if (value === undefined || value === "") return Either.right(undefined);
  const text = value.trim();
  return text === ""
    ? Either.left("is blank: set a value, or remove the variable to use its default")
    : Either.right(text);
};

/** Reads a variable. Left is one line with its name, the reason and an example, without its value. */
export const readVariable = <A>(environment: Environment, variable: Variable<A>): Either.Either<A, string> =>
  Either.mapLeft(
    Either.flatMap(textOf(environment[variable.name]), variable.parse),
    (reason) => `${variable.name} ${reason}; example: ${variable.name}=${variable.example}`
  );

/** Parses the text, or returns a default if the variable is not set. */
export const withDefault =
  <A>(fallback: A, parse: (text: string) => Either.Either<A, string>) =>
  (text: string | undefined): Either.Either<A, string> =>
    text === undefined ? Either.right(fallback) : parse(text);

/** Makes a parser return null for a variable that is not set. */
export const optional =
  <A>(parse: (text: string) => Either.Either<A, string>) =>
  (text: string | undefined): Either.Either<A | null, string> =>
    text === undefined ? Either.right(null) : parse(text);

/** Returns a variable. */
export const variable = <A>(name: string, example: string, parse: Variable<A>["parse"]): Variable<A> => ({
  name,
  example,
  parse
});
