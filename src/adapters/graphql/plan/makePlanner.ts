import * as Either from "effect/Either";
import { type FieldNode, Kind, OperationTypeNode } from "graphql";
import { LRUCache } from "lru-cache";
import { errorExtensions } from "../../../application/api/errorExtensions.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { ParameterValue } from "../../../domain/record/query/RecordQuery.ts";
import type { ApiSchema } from "../schema/ApiSchema.ts";
import { Compilation, fieldError } from "./Compilation.ts";
import { type CostTerm, estimateCost, tablesOf } from "./costTerms.ts";
import { prepareDocument, readPrepared } from "./document/prepareDocument.ts";
import { defaultLimits, type Limits } from "./Limits.ts";
import { compileMutation } from "./mutation/compileMutation.ts";
import { planStep } from "./mutation/planStep.ts";
import type { ExecutedRoots, Plan } from "./Plan.ts";
import type { PlanError, PlanFailure } from "./PlanError.ts";
import { PreparedOperation, type Variant } from "./PreparedOperation.ts";
import { compileQueryOperation } from "./query/compileQueryOperation.ts";
import { selectOperation } from "./selectOperation.ts";
import { compileSubscription } from "./subscription/compileSubscription.ts";
import { planOfSubscription, recordsOfSubscription, termsOfSubscription } from "./subscription/subscriptionPlan.ts";
import { typeNamed } from "./typeNamed.ts";
import { coerceVariables } from "./values/coerceVariables.ts";
import type { RequestValues } from "./values/RequestValues.ts";

/** A GraphQL request, and who makes it. */
export interface PlanRequest {
  readonly document: string;
  readonly operationName?: string | null;
  readonly variables?: Readonly<Record<string, unknown>> | null;
  readonly viewerDid: Did | null;
  /** Whether `prepareDocument` has found nothing wrong with the document, for this schema and these limits. */
  readonly skipValidation?: boolean;
}

/** Turns requests into plans. It remembers what it compiled. */
export interface Planner {
  (request: PlanRequest): Either.Either<Plan, PlanFailure>;
  /** Whether a document was planned before, and is still remembered. */
  readonly isCached: (document: string) => boolean;
}

type Operations = ReadonlyArray<PreparedOperation>;

type Failed<A> = Either.Either<A, ReadonlyArray<PlanError>>;

const inPhase = <A>(phase: PlanFailure["phase"], outcome: Failed<A>): Either.Either<A, PlanFailure> =>
  Either.mapLeft(outcome, (errors) => ({ phase, errors }));

/** What even the shortest document takes, and each character of it: a token of two takes some 400 bytes. */
const weight = { least: 500, character: 14 };

const weightOf = (text: string, operations: Operations): number =>
  operations.reduce((sum, operation) => sum + operation.weight, weight.least + weight.character * text.length);

/** A planner for one schema. */
export const makePlanner = (api: ApiSchema, limits: Limits = defaultLimits): Planner => {
  const documents = new LRUCache<string, Operations>({ maxSize: limits.cached });

  const cache = (text: string, operations: Operations): void => {
    // The cache takes a new size only with a new entry.
    documents.delete(text);
    documents.set(text, operations, { size: weightOf(text, operations) });
  };

  const operationsOf = (text: string, skipValidation: boolean): Failed<Operations> => {
    const known = documents.get(text);
    if (known !== undefined) return Either.right(known);
    const valid = skipValidation
      ? Either.right(readPrepared(api.schema, text))
      : prepareDocument(api.schema, text, limits);
    return Either.map(valid, ({ operations, fragments }) => {
      const prepared = operations.map((node) => new PreparedOperation(api.schema, node, fragments, limits));
      cache(text, prepared);
      return prepared;
    });
  };

  const variantOf = (document: string, operations: Operations, operation: PreparedOperation, run: RequestValues) => {
    const shape = operation.shape(run);
    const known = operation.find(shape, run);
    if (known !== undefined) return Either.right(known);
    const compiled = compileVariant(api, operation, shape, run, limits);
    cache(document, operations);
    return compiled;
  };

  function* steps({ document, operationName = null, variables, viewerDid, skipValidation = false }: PlanRequest) {
    const operations = yield* inPhase("request", operationsOf(document, skipValidation));
    const operation = yield* inPhase(
      "request",
      Either.mapLeft(selectOperation(operations, operationName), (error) => [error])
    );
    const given = variables ?? {};
    const coerced = yield* inPhase("request", coerceVariables(api.schema, operation.node, given, limits));
    const run: RequestValues = { variables: coerced, viewerDid };
    // A subscription that cannot start has no response with data (GraphQL specification, section 6.2.3.1).
    const phase = operation.node.operation === OperationTypeNode.SUBSCRIPTION ? "request" : "field";
    const variant = yield* inPhase(phase, variantOf(document, operations, operation, run));
    const parameters = yield* inPhase(phase, readParameters(variant, run));
    const cost = yield* inPhase("request", costOf(variant, run, parameters, limits));
    return yield* inPhase(phase, planOf(api, operation, variant, { run, parameters, given, cost }));
  }

  const plan = (request: PlanRequest) => Either.gen(() => steps(request));
  return Object.assign(plan, { isCached: (document: string) => documents.get(document) !== undefined });
};

const compileVariant = (
  api: ApiSchema,
  operation: PreparedOperation,
  shape: string,
  run: RequestValues,
  { conditions, tables }: Limits
): Failed<Variant> => {
  const compilation = new Compilation(api, operation.fragments, run, { conditions, left: conditions, tables });
  const compiled = compile(operation, compilation);
  if (compiled === null) return Either.left([notSubscribable]);
  if (compilation.errors.length > 0) return Either.left(compilation.errors);
  return Either.right(operation.addVariant(shape, compilation, compiled));
};

const compile = ({ node }: PreparedOperation, compilation: Compilation): Variant["compiled"] | null => {
  switch (node.operation) {
    case OperationTypeNode.QUERY:
      return { kind: "query", query: compileQueryOperation(compilation, typeNamed(compilation, "Query"), node) };
    case OperationTypeNode.MUTATION:
      return { kind: "mutation", steps: compileMutation(compilation, typeNamed(compilation, "Mutation"), node) };
    case OperationTypeNode.SUBSCRIPTION: {
      const subscription = compileSubscription(compilation, typeNamed(compilation, "Subscription"), node);
      return subscription === null ? null : { kind: "subscription", subscription };
    }
  }
};

const notSubscribable: PlanError = {
  message: "A subscription needs a field of the type Subscription that has events.",
  extensions: errorExtensions("GRAPHQL_VALIDATION_FAILED")
};

const readParameters = ({ sources }: Variant, run: RequestValues): Failed<ReadonlyArray<ParameterValue>> => {
  const values: Array<ParameterValue> = [];
  const errors: Array<PlanError> = [];
  for (const { read, field, root } of sources) {
    const outcome = read(run);
    if ("value" in outcome) values.push(outcome.value);
    else errors.push(fieldError(field, root, outcome.refused));
  }
  return errors.length === 0 ? Either.right(values) : Either.left(errors);
};

type Compiled = Variant["compiled"];

const termsOf = (compiled: Compiled): ReadonlyArray<ReadonlyArray<CostTerm>> => {
  switch (compiled.kind) {
    case "query":
      return [compiled.query.cost];
    case "mutation":
      return compiled.steps.map(({ cost }) => cost);
    case "subscription":
      return termsOfSubscription(compiled.subscription);
  }
};

/** How many records a request asks for. That of a subscription asks for as many with each event. */
const recordsOf = (compiled: Compiled, run: RequestValues, parameters: ReadonlyArray<ParameterValue>): number => {
  switch (compiled.kind) {
    case "query":
      return estimateCost(compiled.query.cost, parameters);
    case "mutation":
      return compiled.steps.reduce(
        (sum, step) => sum + step.times(run) * estimateCost(step.cost, parameters, step.parameters[0] - 1),
        0
      );
    case "subscription":
      return recordsOfSubscription(compiled.subscription, parameters);
  }
};

/** What a request asks for, compared with the limit before anything is carried out. */
const costOf = (
  { compiled }: Variant,
  run: RequestValues,
  parameters: ReadonlyArray<ParameterValue>,
  { nodes, tables: maxTables }: Limits
): Failed<number> => {
  const tables = termsOf(compiled).reduce((sum, terms) => sum + tablesOf(terms), 0);
  if (tables > maxTables) {
    const message = `The operation makes the database look into more than ${maxTables} tables, since each reference may lead to each collection. Select fewer fields that resolve references.`;
    return Either.left([{ message, extensions: errorExtensions("COST_LIMIT") }]);
  }
  const cost = recordsOf(compiled, run, parameters);
  if (cost <= nodes) return Either.right(cost);
  const message = `The operation asks for an estimated ${cost} nodes: at most ${nodes} are allowed. Ask for smaller pages (first, last), or for fewer joins.`;
  return Either.left([{ message, extensions: errorExtensions("COST_LIMIT") }]);
};

/** What one request adds to a compiled operation. */
interface Request {
  readonly run: RequestValues;
  readonly parameters: ReadonlyArray<ParameterValue>;
  readonly given: Readonly<Record<string, unknown>>;
  readonly cost: number;
}

const planOf = (
  api: ApiSchema,
  operation: PreparedOperation,
  { compiled, fieldErrors }: Variant,
  { run, parameters, given, cost }: Request
): Failed<Plan> => {
  const executed = (nodes: ReadonlyArray<FieldNode>) => executedRoots(operation, nodes, given);
  const executedIfAny = (nodes: ReadonlyArray<FieldNode>) => (nodes.length === 0 ? null : executed(nodes));
  if (compiled.kind === "query") {
    const { constant, keys, query, executed: nodes, introspected } = compiled.query;
    return Either.right({
      kind: "query",
      keys,
      query,
      constant,
      parameters,
      executed: executedIfAny(nodes),
      introspected: executedIfAny(introspected),
      fieldErrors,
      cost
    });
  }
  if (compiled.kind === "subscription") {
    const plan = planOfSubscription(compiled.subscription, { run, parameters, fieldErrors, cost }, run.viewerDid);
    return plan === null ? Either.left([notSubscribable]) : Either.right(plan);
  }
  const steps = compiled.steps.map((step) => planStep(step, { api, run, parameters, executed }));
  const errors = steps.flatMap((step) => (Either.isLeft(step) ? step.left : []));
  if (errors.length > 0) return Either.left(errors);
  return Either.right({
    kind: "mutation",
    steps: steps.flatMap((step) => (Either.isRight(step) ? [step.right] : [])),
    fieldErrors,
    cost
  });
};

/** The operation with some of its roots only; its fragments stay as they are. */
const executedRoots = (
  { node, fragments }: PreparedOperation,
  selections: ReadonlyArray<FieldNode>,
  variables: Readonly<Record<string, unknown>>
): ExecutedRoots => ({
  document: {
    kind: Kind.DOCUMENT,
    definitions: [{ ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } }, ...fragments.values()]
  },
  variables
});
