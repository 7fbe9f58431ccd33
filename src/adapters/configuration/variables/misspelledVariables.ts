import { editDistance } from "../../../domain/text/editDistance.ts";
import type { Environment } from "./Variable.ts";
import { variableNames } from "./variableNames.ts";

/** A variable of the environment that nothing reads, and the one that it may stand for. */
interface MisspelledVariable {
  readonly name: string;
  readonly meant: string;
}

/** Many systems set variables such as HOSTS and PORTS of their own: a short name counts only with all of its letters. */
const isShort = (name: string): boolean => name.length < 5;

const sorted = (name: string): string => [...name].sort().join("");

const comparable = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z\d]/g, "");

const isNear = (name: string, known: string): boolean => {
  const [given, wanted] = [comparable(name), comparable(known)];
  return editDistance(given, wanted) <= 1 && (!isShort(known) || sorted(given) === sorted(wanted));
};

/** Longer names than that of any variable need not be compared. */
const longest = Math.max(...variableNames.map((name) => name.length)) + 2;

/**
 * The variables of the environment whose names are one letter, two swapped letters, the case or underscores away from
 * one that the configuration reads. Their values are not looked at.
 */
export const misspelledVariables = (environment: Environment): ReadonlyArray<MisspelledVariable> =>
  Object.keys(environment)
    .filter((name) => name.length <= longest && !variableNames.includes(name))
    .flatMap((name) => {
      const meant = variableNames.find((known) => isNear(name, known));
      return meant === undefined ? [] : [{ name, meant }];
    });

/** The sentence for the operator. */
export const misspelledSentence = ({ name, meant }: MisspelledVariable): string =>
  `${name} is set, but nothing reads it: ${meant} may be meant`;
