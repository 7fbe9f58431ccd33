import type { Scalar } from "../value/scalarValue.ts";
import { maxCountBound } from "./maxCountBound.ts";
import { maxPageSize } from "./maxPageSize.ts";
import type { Parameter, ParameterValue } from "./RecordQuery.ts";

type Parameters = ReadonlyArray<ParameterValue>;

/** A lone surrogate becomes U+FFFD, because it cannot be encoded in UTF-8. */
const wellFormed = (value: Scalar): Scalar => (typeof value === "string" ? value.toWellFormed() : value);

const mismatch = (parameter: Parameter, expected: string): Error =>
  new Error(`The query's parameter ${parameter.index} must be ${expected}`);

/** Returns the single value of a parameter. A list is a defect of the planner. */
export const scalarParameter = (parameters: Parameters, parameter: Parameter): Scalar => {
  const value = parameters[parameter.index];
  if (value === undefined || typeof value === "object") throw mismatch(parameter, "one value");
  return wellFormed(value);
};

/** Returns the values of a list parameter. A single value is a defect of the planner. */
export const listParameter = (parameters: Parameters, parameter: Parameter): ReadonlyArray<Scalar> => {
  const value = parameters[parameter.index];
  if (typeof value !== "object") throw mismatch(parameter, "a list");
  return value.map(wellFormed);
};

/** Returns the value of a text parameter. Any other value is a defect of the planner. */
export const textParameter = (parameters: Parameters, parameter: Parameter): string => {
  const value = scalarParameter(parameters, parameter);
  if (typeof value !== "string") throw mismatch(parameter, "text");
  return value;
};

/** Returns the texts of a list parameter. Any other value is a defect of the planner. */
export const textsParameter = (parameters: Parameters, parameter: Parameter): ReadonlyArray<string> =>
  listParameter(parameters, parameter).map((value) => {
    if (typeof value !== "string") throw mismatch(parameter, "a list of texts");
    return value;
  });

/** Returns the number of rows of a page, up to `maxPageSize`. */
export const pageSizeParameter = (parameters: Parameters, parameter: Parameter): number => {
  const value = scalarParameter(parameters, parameter);
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0) throw mismatch(parameter, "a number of rows");
  return Math.min(value, maxPageSize);
};

/** Returns the bound of a count, from 1 to `maxCountBound`. */
export const countBoundParameter = (parameters: Parameters, parameter: Parameter): number => {
  const value = scalarParameter(parameters, parameter);
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > maxCountBound)
    throw mismatch(parameter, "a bound of a count");
  return value;
};
