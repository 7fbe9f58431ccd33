import * as Either from "effect/Either";

export type Environment = Readonly<Record<string, string | undefined>>;

/** One variable of the environment: how its text is read, and an example for the person who got it wrong. */
export interface Variable<A> {
  readonly name: string;
  readonly example: string;
  /** The text is undefined when the variable is not set, or empty. Left is the end of a sentence that begins with the name. */
  readonly parse: (text: string | undefined) => Either.Either<A, string>;
}

/** Reads a variable; left is one line that names it, the reason and an example, and not its value. */
export const readVariable = <A>(environment: Environment, variable: Variable<A>): Either.Either<A, string> => {
  const text = environment[variable.name]?.trim();
  return Either.mapLeft(
    variable.parse(text === "" ? undefined : text),
    (reason) => `${variable.name} ${reason}; example: ${variable.name}=${variable.example}`
  );
};

/** A variable that stands for itself, or for a default. */
export const withDefault =
  <A>(fallback: A, parse: (text: string) => Either.Either<A, string>) =>
  (text: string | undefined): Either.Either<A, string> =>
    text === undefined ? Either.right(fallback) : parse(text);
