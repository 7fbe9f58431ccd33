import * as Effect from "effect/Effect";
import { type ExecutionResult, type FormattedExecutionResult, print } from "graphql";
import type { JsonObject } from "../../../domain/record/Json.ts";
import { type RecordIndex, RecordIndexUnavailable } from "../../../domain/record/RecordIndex.ts";
import type { AdminContext } from "../admin/AdminContext.ts";
import type { AnsweredRoots } from "../beside/BesideTask.ts";
import type { CurrentApi } from "../CurrentApi.ts";
import { executeRoots } from "../plan/executeRoots.ts";
import { mergeRoots } from "../plan/mergeRoots.ts";
import type { ExecutedRoots, QueryPlan } from "../plan/Plan.ts";
import { operationOutcome } from "./operationOutcome.ts";

/** Text that this service has just written is JSON. */
const parsed = (text: string): JsonObject => JSON.parse(text);

const answeredOf = ({ data = null, errors = [] }: ExecutionResult | FormattedExecutionResult): AnsweredRoots => ({
  data: data === null ? null : JSON.stringify(data),
  errors
});

const errorsMember = (errors: ReadonlyArray<unknown>): string =>
  errors.length > 0 ? `,"errors":${JSON.stringify(errors)}` : "";

const inOne = ({ fieldErrors, keys }: QueryPlan, parts: ReadonlyArray<AnsweredRoots>): string => {
  const errors = [...parts.flatMap((part) => part.errors), ...fieldErrors];
  const texts = parts.flatMap(({ data }) => data ?? []);
  const [only] = texts;
  const data =
    texts.length < parts.length
      ? "null"
      : parts.length === 1
        ? only
        : JSON.stringify(mergeRoots(keys, ...texts.map(parsed)));
  return `{"data":${data ?? "{}"}${errorsMember(errors)}}`;
};

/** Asks the thread beside, since the schema may be large; what it cannot do is done here. */
const introspect = Effect.fnUntraced(function* (current: CurrentApi, roots: ExecutedRoots, context: AdminContext) {
  const { variables } = roots;
  const task = { _tag: "Introspect", document: print(roots.document), variables } as const;
  const outcome = yield* Effect.promise(() => current.beside.ask(task));
  if (outcome?._tag === "Introspected") return outcome.answer;
  const result = yield* Effect.promise(() => executeRoots(current.api, roots, context));
  return answeredOf(result);
});

/** Fields with resolvers that all lack the database fail the query as its index does. */
const failWhereUnavailable = ({ data, errors = [] }: ExecutionResult): Effect.Effect<void, RecordIndexUnavailable> =>
  operationOutcome(errors, Object.values(data ?? {})) === "unavailable"
    ? Effect.fail(new RecordIndexUnavailable({ operation: "answer", reason: "unreachable", cause: errors }))
    : Effect.void;

const inAll = Effect.fnUntraced(function* (
  current: CurrentApi,
  plan: QueryPlan,
  answered: string | null,
  asks: Effect.Effect<AdminContext>
) {
  const { executed, introspected } = plan;
  const context = yield* asks;
  const parts: Array<AnsweredRoots> = answered === null ? [] : [{ data: answered, errors: [] }];
  if (executed !== null) {
    const result = yield* Effect.promise(() => executeRoots(current.api, executed, context));
    yield* failWhereUnavailable(result);
    parts.push(answeredOf(result));
  }
  if (introspected !== null) parts.push(yield* introspect(current, introspected, context));
  return inOne(plan, parts);
});

/**
 * Answers a query: what is asked of records by one statement of the index, introspection by a thread beside and fields
 * with resolvers by graphql-js, in the order that was asked for. `asks` is who asks, which the index need not know.
 */
export const executeQuery = (
  index: RecordIndex["Type"],
  current: CurrentApi,
  plan: QueryPlan,
  asks: Effect.Effect<AdminContext>
) => {
  const answered = plan.query === null ? Effect.succeed(null) : index.answer(plan.query, plan.parameters);
  return plan.executed === null && plan.introspected === null
    ? Effect.map(answered, (data) => `{"data":${data ?? "{}"}${errorsMember(plan.fieldErrors)}}`)
    : Effect.flatMap(answered, (data) => inAll(current, plan, data, asks));
};
