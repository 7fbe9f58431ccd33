import * as Either from "effect/Either";

export type Environment = Readonly<Record<string, string | undefined>>;

/** One variable of the environment: how its text is read, and an example for the person who got it wrong. */
export interface Variable<A> {
  readonly name: string;
  readonly example: string;
  /** The text is undefined when the variable is not set, or empty; it has no spaces around it. Left is the end of a sentence that begins with the name. */
  readonly parse: (text: string | undefined) => Either.Either<A, string>;
}

/** A value of spaces alone is a value that was lost, and no wish for the default. */
const textOf = (value: string | undefined): Either.Either<string | undefined, string> => {
  if (value === undefined || value === "") return Either.right(undefined);
  const text = value.trim();
  return text === "" ? Either.left("is blank: give it a value, or remove it for its default") : Either.right(text);
};

/** Reads a variable; left is one line that names it, the reason and an example, and not its value. */
export const readVariable = <A>(environment: Environment, variable: Variable<A>): Either.Either<A, string> =>
  Either.mapLeft(
    Either.flatMap(textOf(environment[variable.name]), variable.parse),
    (reason) => `${variable.name} ${reason}; example: ${variable.name}=${variable.example}`
  );

/** A variable that stands for itself, or for a default. */
export const withDefault =
  <A>(fallback: A, parse: (text: string) => Either.Either<A, string>) =>
  (text: string | undefined): Either.Either<A, string> =>
    text === undefined ? Either.right(fallback) : parse(text);
