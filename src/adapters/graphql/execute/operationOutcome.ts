import type { GraphqlAnswer } from "../../../application/api/GraphqlApi.ts";

/** What is read of an error of an operation. */
export interface ErrorOfOperation {
  readonly extensions?: { readonly code?: unknown } | undefined;
}

/** Whether there are errors and each says that the database is unavailable. */
const isAllUnavailable = (errors: ReadonlyArray<ErrorOfOperation>): boolean =>
  errors.length > 0 && errors.every(({ extensions }) => extensions?.code === "UNAVAILABLE");

/** Returns the outcome of an operation: `unavailable` if no part has a result because the database is unavailable. */
export const operationOutcome = (
  errors: ReadonlyArray<ErrorOfOperation>,
  answers: Iterable<unknown>
): Extract<GraphqlAnswer["outcome"], "executed" | "unavailable"> =>
  isAllUnavailable(errors) && [...answers].every((answer) => answer === null || answer === undefined)
    ? "unavailable"
    : "executed";
