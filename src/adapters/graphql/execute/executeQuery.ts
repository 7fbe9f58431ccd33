import * as Effect from "effect/Effect";
import { type ExecutionResult, type FormattedExecutionResult, print } from "graphql";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import { type RecordIndex, RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { RecordQuery } from "../../../domain/record/query/RecordQuery.ts";
import type { SearchRefused } from "../../../domain/search/SearchRefused.ts";
import type { AdminContext } from "../admin/AdminContext.ts";
import type { CurrentApi } from "../CurrentApi.ts";
import type { ExecutedRoots, QueryPlan } from "../plan/Plan.ts";
import type { RootsResult } from "../worker/WorkerTask.ts";
import { executeRoots } from "./executeRoots.ts";
import { mergeRoots } from "./mergeRoots.ts";
import { operationFailed } from "./operationFailed.ts";
import { operationOutcome } from "./operationOutcome.ts";

/** The text was written by this service, so it is valid JSON. */
const parsed = (text: string): JsonObject => JSON.parse(text);

/** The key of the cursor in the result of the index. It is no name in GraphQL, so no field can have it. */
const cursorKey = "extensions.cursor";

const queriesWithCursor = new WeakMap<RecordQuery, RecordQuery>();

const cursorAlone: RecordQuery = { roots: [{ _tag: "ChangeCursorRoot", key: cursorKey }] };

/** Returns a query that also returns the cursor, as its last member. It is the same object for the same query. */
const withCursor = (query: RecordQuery): RecordQuery => {
  const known = queriesWithCursor.get(query);
  if (known !== undefined) return known;
  const extended: RecordQuery = { roots: [...query.roots, ...cursorAlone.roots] };
  queriesWithCursor.set(query, extended);
  return extended;
};

/** What the index returns: the text of an object with the members of the roots, and the cursor if it was asked for. */
interface IndexResult {
  readonly data: string | null;
  readonly cursor: string | null;
}

/** Takes the cursor off the end of a result. It contains no quotes. */
const splitCursor = (text: string): IndexResult => {
  const member = `"${cursorKey}":"`;
  const at = text.lastIndexOf(member);
  const data = `${text.slice(0, at).replace(/,$/, "")}}`;
  return { data: data === "{}" ? null : data, cursor: text.slice(at + member.length, -2) };
};

/** Reads the text of a result, and the cursor if it is asked for. */
const readIndex = (
  index: RecordIndex["Type"],
  { constant, parameters, query }: QueryPlan,
  cursor: boolean,
  viewer: Did | null
) => {
  if (cursor) {
    const extended = query === null ? cursorAlone : withCursor(query);
    return Effect.map(index.query(extended, parameters, viewer), (text) => {
      const read = splitCursor(text);
      return { ...read, data: read.data ?? constant };
    });
  }
  if (query === null) return Effect.succeed<IndexResult>({ data: constant, cursor: null });
  return Effect.map(index.query(query, parameters, viewer), (data): IndexResult => ({ data, cursor: null }));
};

/** The body of a response without its extensions, and the cursor if it was asked for. */
interface QueryResult {
  readonly body: string | Uint8Array;
  readonly cursor: string | null;
  /** Whether a field failed through no fault of the request. */
  readonly failed: boolean;
}

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
  let failed = false;
  const parts: Array<RootsResult> = indexResult === null ? [] : [{ data: indexResult, errors: [] }];
  if (executed !== null) {
    const result = yield* Effect.promise(() => executeRoots(current.api, executed, context));
    yield* failIfUnavailable(result);
    failed = operationFailed(result.errors ?? []);
    parts.push(toRootsResult(result));
  }
  if (introspected !== null) parts.push(yield* introspect(current, introspected, context));
  return { body: joinParts(plan, parts), failed };
});

const [before, after] = [Buffer.from('{"data":'), Buffer.from("}")];

/** A result of the index that is the whole of a response goes to the client as it is, without becoming a string. */
const bodyOf = (data: Uint8Array): QueryResult => ({
  body: Buffer.concat([before, data, after], before.length + data.length + after.length),
  cursor: null,
  failed: false
});

/**
 * Executes a query: record fields with one statement of the index, introspection on a worker thread, and fields with
 * resolvers with graphql-js, in the requested order. `caller` is who makes the request; the index needs only the DID.
 */
export const executeQuery = (
  index: RecordIndex["Type"],
  current: CurrentApi,
  plan: QueryPlan,
  caller: Effect.Effect<AdminContext>,
  cursor: boolean,
  viewer: Did | null
): Effect.Effect<QueryResult, RecordIndexUnavailable | SearchRefused> => {
  const { executed, fieldErrors, introspected, parameters, query } = plan;
  const ofIndex = executed === null && introspected === null;
  if (ofIndex && query !== null && !cursor && fieldErrors.length === 0)
    return Effect.map(index.queryBytes(query, parameters, viewer), bodyOf);
  const indexResult = readIndex(index, plan, cursor, viewer);
  return ofIndex
    ? Effect.map(indexResult, (read) => ({
        body: `{"data":${read.data ?? "{}"}${errorsMember(fieldErrors)}}`,
        cursor: read.cursor,
        failed: false
      }))
    : Effect.flatMap(indexResult, (read) =>
        Effect.map(executeParts(current, plan, read.data, caller), (result) => ({ ...result, cursor: read.cursor }))
      );
};
