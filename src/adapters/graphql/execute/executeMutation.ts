import * as Effect from "effect/Effect";
import type { GraphqlCaller } from "../../../application/api/GraphqlApi.ts";
import type { AdminContext } from "../admin/AdminContext.ts";
import { executeRoots } from "../plan/executeRoots.ts";
import type { ExecutedStep, MutationPlan, MutationStep } from "../plan/Plan.ts";
import type { ApiSchema } from "../schema/ApiSchema.ts";
import type { ApiError } from "./ApiError.ts";
import { runStep } from "./runStep.ts";

/** What is left of a step: its member of `data`, and its errors. */
interface StepResult {
  readonly member: string;
  readonly errors: ReadonlyArray<unknown>;
  /** A field that may not be null failed: there is no `data`. */
  readonly fatal: boolean;
}

const failed = (key: string, error: ApiError): StepResult => ({
  member: `${JSON.stringify(key)}:null`,
  errors: [{ ...error, path: [key] }],
  fatal: false
});

const executed = (api: ApiSchema, step: ExecutedStep, context: AdminContext) =>
  Effect.map(
    Effect.promise(() => executeRoots(api, step.executed, context)),
    ({ data, errors = [] }): StepResult => ({
      member: `${JSON.stringify(step.key)}:${JSON.stringify(data?.[step.key] ?? null)}`,
      errors,
      fatal: data === null || data === undefined
    })
  );

const carryOut = (api: ApiSchema, step: MutationStep, caller: GraphqlCaller, context: AdminContext) => {
  if (step._tag === "ExecutedStep") return executed(api, step, context);
  if (step._tag === "TypenameStep") {
    const member = `${JSON.stringify(step.key)}:${JSON.stringify(step.name)}`;
    return Effect.succeed<StepResult>({ member, errors: [], fatal: false });
  }
  return Effect.match(runStep(caller.viewer, step), {
    onFailure: (error) => failed(step.key, error),
    onSuccess: (member): StepResult => ({ member, errors: [], fatal: false })
  });
};

/** Carries out the steps of a mutation one after the other; one that fails leaves the others alone (GraphQL section 6.2.2). */
export const executeMutation = (api: ApiSchema, plan: MutationPlan, caller: GraphqlCaller, context: AdminContext) =>
  Effect.map(
    Effect.forEach(plan.steps, (step) => carryOut(api, step, caller, context)),
    (results) => {
      const errors = results.flatMap((result) => result.errors);
      const data = results.some((result) => result.fatal)
        ? "null"
        : `{${results.map((result) => result.member).join(",")}}`;
      return errors.length === 0 ? `{"data":${data}}` : `{"data":${data},"errors":${JSON.stringify(errors)}}`;
    }
  );
