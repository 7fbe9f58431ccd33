import * as Either from "effect/Either";
import { errorExtensions } from "../../../application/api/errorExtensions.ts";
import { truncate } from "../../../domain/text/truncate.ts";
import type { PlanError } from "./PlanError.ts";
import type { PreparedOperation } from "./PreparedOperation.ts";

const unresolved = (message: string): Either.Either<never, PlanError> =>
  Either.left({ message, extensions: errorExtensions("OPERATION_RESOLUTION_FAILURE") });

/** More of a name is not repeated in a message. */
const maxNameLength = 100;

/** The operation a request means (GraphQL specification, section 6.1, GetOperation). */
export const selectOperation = (
  operations: ReadonlyArray<PreparedOperation>,
  name: string | null
): Either.Either<PreparedOperation, PlanError> => {
  if (name === null || name === "") {
    const [only, ...others] = operations;
    if (only === undefined) return unresolved("The document has no operation.");
    return others.length === 0
      ? Either.right(only)
      : unresolved("The document has several operations: give operationName.");
  }
  const named = operations.find(({ node }) => node.name?.value === name);
  return named === undefined
    ? unresolved(`The document has no operation named ${truncate(name, maxNameLength)}.`)
    : Either.right(named);
};
