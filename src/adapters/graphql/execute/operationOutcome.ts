import type { GraphqlAnswer } from "../../../application/api/GraphqlApi.ts";

interface ErrorOfOperation {
  readonly extensions?: { readonly code?: unknown } | undefined;
}

/** Whether every error says that the database cannot be reached; false for no errors. */
export const isAllUnavailable = (errors: ReadonlyArray<ErrorOfOperation>): boolean =>
  errors.length > 0 && errors.every(({ extensions }) => extensions?.code === "UNAVAILABLE");

/** What became of an operation: `unavailable` where no part of it has an answer, and each only for want of the database. */
export const operationOutcome = (
  errors: ReadonlyArray<ErrorOfOperation>,
  answers: Iterable<unknown>
): Extract<GraphqlAnswer["outcome"], "executed" | "unavailable"> =>
  isAllUnavailable(errors) && [...answers].every((answer) => answer === null || answer === undefined)
    ? "unavailable"
    : "executed";
