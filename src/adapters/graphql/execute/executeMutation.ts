import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { GraphQLError } from "graphql";
import type { GraphqlAnswer, GraphqlCaller } from "../../../application/api/GraphqlApi.ts";
import { checkKey } from "../../../application/records/write/beginWrite.ts";
import type { WriteKey } from "../../../application/records/write/Write.ts";
import type { AdminContext } from "../admin/AdminContext.ts";
import type { ExecutedStep, MutationPlan, MutationStep } from "../plan/Plan.ts";
import type { ApiSchema } from "../schema/ApiSchema.ts";
import type { ApiError } from "./ApiError.ts";
import { executeRoots } from "./executeRoots.ts";
import { operationFailed } from "./operationFailed.ts";
import { operationOutcome } from "./operationOutcome.ts";
import { requestHash } from "./requestHash.ts";
import { runStep } from "./runStep.ts";
import { writeError } from "./writeError.ts";

/** The result of a step: its member of `data`, and its errors. */
interface StepResult {
  readonly member: string;
  readonly errors: ReadonlyArray<GraphQLError | (ApiError & { readonly path: ReadonlyArray<string> })>;
  /** Whether the step was executed, so that the mutation must not be repeated because another step failed. */
  readonly isDone: boolean;
  /** Whether a non-null field failed, so that there is no `data`. */
  readonly fatal: boolean;
}

const failed = (key: string, error: ApiError): StepResult => ({
  member: `${JSON.stringify(key)}:null`,
  errors: [{ ...error, path: [key] }],
  isDone: false,
  fatal: false
});

const executed = (api: ApiSchema, step: ExecutedStep, context: AdminContext) =>
  Effect.map(
    Effect.promise(() => executeRoots(api, step.executed, context)),
    ({ data, errors = [] }): StepResult => ({
      member: `${JSON.stringify(step.key)}:${JSON.stringify(data?.[step.key] ?? null)}`,
      errors,
      isDone: errors.length === 0,
      fatal: data === null || data === undefined
    })
  );

const executeStep = (
  api: ApiSchema,
  step: MutationStep,
  caller: GraphqlCaller,
  context: AdminContext,
  key: WriteKey | null
) => {
  if (step._tag === "ExecutedStep") return executed(api, step, context);
  if (step._tag === "TypenameStep") {
    const member = `${JSON.stringify(step.key)}:${JSON.stringify(step.name)}`;
    return Effect.succeed<StepResult>({ member, errors: [], isDone: false, fatal: false });
  }
  return Effect.match(runStep(caller.viewer, step, key), {
    onFailure: (error) => failed(step.key, error),
    onSuccess: (member): StepResult => ({ member, errors: [], isDone: true, fatal: false })
  });
};

/** Derives the idempotency keys of the steps from the key of the request. */
const keysOf = ({ steps }: MutationPlan, key: string | null): ReadonlyArray<WriteKey> => {
  if (key === null) return [];
  const hash = requestHash(steps);
  return steps.map((_, position) => ({ key, position, requestHash: hash }));
};

/**
 * Executes the steps of a mutation serially; a failed step does not affect the others (GraphQL section 6.2.2). An
 * idempotency key already used for another request stops all steps. The outcome is `unavailable` if no step was executed
 * and each failed because the database is unavailable.
 */
export const executeMutation = Effect.fnUntraced(
  function* (
    api: ApiSchema,
    plan: MutationPlan,
    caller: GraphqlCaller,
    context: AdminContext,
    idempotencyKey: string | null
  ) {
    const keys = keysOf(plan, idempotencyKey);
    const { viewer } = caller;
    // A single write is checked when it starts.
    const alone = viewer === null || keys.length < 2;
    const checked = yield* alone ? Effect.succeed(Either.void) : Effect.either(checkKey(viewer, keys));
    if (Either.isLeft(checked)) return plan.steps.map((step) => failed(step.key, writeError(checked.left)));
    return yield* Effect.forEach(plan.steps, (step, at) => executeStep(api, step, caller, context, keys[at] ?? null));
  },
  (carriedOut, _, { fieldErrors }) =>
    Effect.map(carriedOut, (results) => {
      const failures = results.flatMap((result) => result.errors);
      const errors = [...failures, ...fieldErrors];
      const data = results.some((result) => result.fatal)
        ? "null"
        : `{${results.map((result) => result.member).join(",")}}`;
      const done = results.map(({ isDone }) => (isDone ? isDone : null));
      return {
        outcome: operationOutcome(failures, done),
        failed: operationFailed(failures),
        body: errors.length === 0 ? `{"data":${data}}` : `{"data":${data},"errors":${JSON.stringify(errors)}}`
      } satisfies GraphqlAnswer;
    })
);
