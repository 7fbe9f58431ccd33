import * as Effect from "effect/Effect";
import type { ExecutionResult } from "graphql";
import type { JsonObject } from "../../../domain/record/Json.ts";
import type { RecordIndex } from "../../../domain/record/RecordIndex.ts";
import type { AdminContext } from "../admin/AdminContext.ts";
import { executeRoots } from "../plan/executeRoots.ts";
import { mergeRoots } from "../plan/mergeRoots.ts";
import type { QueryPlan } from "../plan/Plan.ts";
import type { ApiSchema } from "../schema/ApiSchema.ts";

/** Text that this service has just written is JSON. */
const parsed = (text: string): JsonObject => JSON.parse(text);

const asText = (
  { data = null, errors = [] }: ExecutionResult,
  answered: string | null,
  keys: ReadonlyArray<string>
) => {
  const merged =
    data === null
      ? null
      : mergeRoots(keys, parsed(JSON.stringify(data)), ...(answered === null ? [] : [parsed(answered)]));
  return JSON.stringify({ data: merged, ...(errors.length > 0 && { errors }) });
};

/**
 * Answers a query: what is asked of records by one statement of the index, introspection and fields with resolvers by
 * graphql-js, in the order that was asked for.
 */
export const executeQuery = (index: RecordIndex["Type"], api: ApiSchema, plan: QueryPlan, context: AdminContext) =>
  Effect.gen(function* () {
    const answered = plan.query === null ? null : yield* index.answer(plan.query, plan.parameters);
    const { executed } = plan;
    if (executed === null) return `{"data":${answered ?? "{}"}}`;
    const result = yield* Effect.promise(() => executeRoots(api, executed, context));
    return asText(result, answered, plan.keys);
  });
