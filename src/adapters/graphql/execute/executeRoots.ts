import { type ExecutionResult, execute } from "graphql";
import type { ExecutedRoots } from "../plan/Plan.ts";
import type { ApiSchema } from "../schema/ApiSchema.ts";

/** Answers introspection and root fields with resolvers of their own; `context` is what the resolvers are given. */
export const executeRoots = (
  { schema }: ApiSchema,
  { document, variables }: ExecutedRoots,
  context: unknown
): Promise<ExecutionResult> =>
  Promise.resolve(execute({ schema, document, variableValues: { ...variables }, contextValue: context }));
