import { type ExecutionResult, execute } from "graphql";
import type { ExecutedRoots } from "../plan/Plan.ts";
import type { ApiSchema } from "../schema/ApiSchema.ts";

/** Executes introspection and root fields with resolvers. `context` is passed to the resolvers. */
export const executeRoots = (
  { schema }: ApiSchema,
  { document, variables }: ExecutedRoots,
  context: unknown
): Promise<ExecutionResult> =>
  Promise.resolve(execute({ schema, document, variableValues: { ...variables }, contextValue: context }));
