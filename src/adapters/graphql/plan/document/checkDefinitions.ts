import { type DocumentNode, Kind } from "graphql";
import { errorExtensions } from "../../../../application/api/errorExtensions.ts";
import type { Limits } from "../Limits.ts";
import type { PlanError, PlanErrorCode } from "../PlanError.ts";

const exceeded = (code: PlanErrorCode, message: string): PlanError => ({ message, extensions: errorExtensions(code) });

/** Compares the number of definitions and of variables with the limits: validation compares each with each. */
export const checkDefinitions = ({ definitions }: DocumentNode, limits: Limits): ReadonlyArray<PlanError> => {
  if (definitions.length > limits.definitions) {
    const message = `The document has ${definitions.length} operations and fragments: at most ${limits.definitions} are allowed.`;
    return [exceeded("DOCUMENT_TOO_LARGE", message)];
  }
  return definitions.flatMap((node) => {
    const variables = node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions?.length ?? 0) : 0;
    if (variables <= limits.variables) return [];
    const message = `The operation has ${variables} variables: at most ${limits.variables} are allowed.`;
    return [exceeded("VARIABLES_TOO_LARGE", message)];
  });
};
