import * as Effect from "effect/Effect";
import { type ExecutionResult, type FormattedExecutionResult, print } from "graphql";
import type { JsonObject } from "../../../domain/json/Json.ts";
import { type RecordIndex, RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { AdminContext } from "../admin/AdminContext.ts";
import type { CurrentApi } from "../CurrentApi.ts";
import type { ExecutedRoots, QueryPlan } from "../plan/Plan.ts";
import type { RootsResult } from "../worker/WorkerTask.ts";
import { executeRoots } from "./executeRoots.ts";
import { mergeRoots } from "./mergeRoots.ts";
import { operationOutcome } from "./operationOutcome.ts";

/** The text was written by this service, so it is valid JSON. */
const parsed = (text: string): JsonObject => JSON.parse(text);

const toRootsResult = ({ data = null, errors = [] }: ExecutionResult | FormattedExecutionResult): RootsResult => ({
  data: data === null ? null : JSON.stringify(data),
  errors
});

const errorsMember = (errors: ReadonlyArray<unknown>): string =>
  errors.length > 0 ? `,"errors":${JSON.stringify(errors)}` : "";

const joinParts = ({ fieldErrors, keys }: QueryPlan, parts: ReadonlyArray<RootsResult>): string => {
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

/** Executes introspection on the worker thread, because the schema may be large. If the thread fails, it runs here. */
const introspect = Effect.fnUntraced(function* (current: CurrentApi, roots: ExecutedRoots, context: AdminContext) {
  const { variables } = roots;
  const task = { _tag: "Introspect", document: print(roots.document), variables } as const;
  const outcome = yield* Effect.promise(() => current.worker.run(task));
  if (outcome?._tag === "Introspected") return outcome.answer;
  const result = yield* Effect.promise(() => executeRoots(current.api, roots, context));
  return toRootsResult(result);
});

/** If all fields with resolvers fail because the database is unavailable, the query fails as a whole. */
const failIfUnavailable = ({ data, errors = [] }: ExecutionResult): Effect.Effect<void, RecordIndexUnavailable> =>
  operationOutcome(errors, Object.values(data ?? {})) === "unavailable"
    ? Effect.fail(new RecordIndexUnavailable({ operation: "query", reason: "unreachable", cause: errors }))
    : Effect.void;

const executeParts = Effect.fnUntraced(function* (
  current: CurrentApi,
  plan: QueryPlan,
  indexResult: string | null,
  caller: Effect.Effect<AdminContext>
) {
  const { executed, introspected } = plan;
  const context = yield* caller;
  const parts: Array<RootsResult> = indexResult === null ? [] : [{ data: indexResult, errors: [] }];
  if (executed !== null) {
    const result = yield* Effect.promise(() => executeRoots(current.api, executed, context));
    yield* failIfUnavailable(result);
    parts.push(toRootsResult(result));
  }
  if (introspected !== null) parts.push(yield* introspect(current, introspected, context));
  return joinParts(plan, parts);
});

/**
 * Executes a query: record fields with one statement of the index, introspection on a worker thread, and fields with
 * resolvers with graphql-js, in the requested order. `caller` is who makes the request; the index does not need it.
 */
export const executeQuery = (
  index: RecordIndex["Type"],
  current: CurrentApi,
  plan: QueryPlan,
  caller: Effect.Effect<AdminContext>
) => {
  const indexResult = plan.query === null ? Effect.succeed(null) : index.query(plan.query, plan.parameters);
  return plan.executed === null && plan.introspected === null
    ? Effect.map(indexResult, (data) => `{"data":${data ?? "{}"}${errorsMember(plan.fieldErrors)}}`)
    : Effect.flatMap(indexResult, (data) => executeParts(current, plan, data, caller));
};
