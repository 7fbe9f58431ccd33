import type { ReadParameters } from "./CoalescedRead.ts";

const holdsBigint = (parameter: ReadParameters[number]): boolean =>
  typeof parameter === "object" ? parameter.some((item) => typeof item === "bigint") : typeof parameter === "bigint";

/**
 * A text that equal parameters share, and no others. JSON has no bigint: one is written as an object of its digits.
 * Few parameters have any, and `JSON.stringify` takes several times as long with a replacer.
 */
export const parametersKey = (parameters: ReadParameters): string =>
  parameters.some(holdsBigint)
    ? JSON.stringify(parameters, (_, value: unknown) => (typeof value === "bigint" ? { digits: String(value) } : value))
    : JSON.stringify(parameters);
