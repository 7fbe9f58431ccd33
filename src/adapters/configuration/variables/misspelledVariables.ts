import { editDistance } from "../../../domain/text/editDistance.ts";
import type { Environment } from "./Variable.ts";
import { variableNames } from "./variableNames.ts";

/** A variable of the environment that is not read, and the variable that was probably meant. */
interface MisspelledVariable {
  readonly name: string;
  readonly meant: string;
}

/** Many systems set variables such as HOSTS and PORTS, so a short name matches only if it has the same letters. */
const isShort = (name: string): boolean => name.length < 5;

const sorted = (name: string): string => [...name].sort().join("");

const comparable = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z\d]/g, "");

const isNear = (name: string, known: string): boolean => {
  const [set, expected] = [comparable(name), comparable(known)];
  return editDistance(set, expected) <= 1 && (!isShort(known) || sorted(set) === sorted(expected));
};

/** Longer names cannot be close to any variable. */
const longest = Math.max(...variableNames.map((name) => name.length)) + 2;

/**
 * Finds the variables of the environment whose names differ from one that the configuration reads by one letter, two
 * swapped letters, case or underscores. Does not read their values.
 */
export const misspelledVariables = (environment: Environment): ReadonlyArray<MisspelledVariable> =>
  Object.keys(environment)
    .filter((name) => name.length <= longest && !variableNames.includes(name))
    .flatMap((name) => {
      const meant = variableNames.find((known) => isNear(name, known));
      return meant === undefined ? [] : [{ name, meant }];
    });

/** The warning for the operator. */
export const misspelledSentence = ({ name, meant }: MisspelledVariable): string =>
  `${name} is set but not used; did you mean ${meant}?`;
