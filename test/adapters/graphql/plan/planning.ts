import * as Either from "effect/Either";
import { makePlanner, type PlanRequest } from "../../../../src/adapters/graphql/plan/makePlanner.ts";
import type { MutationPlan, QueryPlan } from "../../../../src/adapters/graphql/plan/Plan.ts";
import type { PlanFailure } from "../../../../src/adapters/graphql/plan/PlanError.ts";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import type { Filter, Page, Root } from "../../../../src/domain/record/query/RecordQuery.ts";
import { startingLexicons } from "../../../domain/lexicon/startingLexicons.ts";

export const api = buildApiSchema(startingLexicons);

export const planner = makePlanner(api);

export const alice = Did.make("did:plc:alice");

type Rest = Omit<PlanRequest, "document" | "viewerDid"> & { readonly viewerDid?: Did };

const request = (document: string, { viewerDid, ...rest }: Rest): PlanRequest => ({
  document,
  viewerDid: viewerDid ?? null,
  ...rest
});

/** The plan of a query. A failure is the failure of the test. */
export const planOfQuery = (document: string, rest: Rest = {}): QueryPlan => {
  const plan = Either.getOrThrowWith(planner(request(document, rest)), (failure) => new Error(JSON.stringify(failure)));
  if (plan.kind === "query") return plan;
  throw new Error("It is a mutation");
};

/** The plan of a mutation. */
export const planOfMutation = (document: string, rest: Rest = {}): MutationPlan => {
  const plan = Either.getOrThrowWith(planner(request(document, rest)), (failure) => new Error(JSON.stringify(failure)));
  if (plan.kind === "mutation") return plan;
  throw new Error("It is a query");
};

/** What is wrong with a request. A plan is the failure of the test. */
export const failureOf = (document: string, rest: Rest = {}): PlanFailure =>
  Either.match(planner(request(document, rest)), {
    onLeft: (failure) => failure,
    onRight: (plan) => {
      throw new Error(`It has a plan: ${JSON.stringify(plan)}`);
    }
  });

/** The roots of a query. */
export const rootsOf = (document: string, rest: Rest = {}): ReadonlyArray<Root> =>
  planOfQuery(document, rest).query?.roots ?? [];

/** The page of the first root, with the values its parameters have. */
export const pageOf = (document: string, rest: Rest = {}) => {
  const { query, parameters } = planOfQuery(document, rest);
  const [root] = query?.roots ?? [];
  if (root?._tag !== "PageRoot") throw new Error("The first root is no page");
  return { page: root.page, parameters };
};

type Shown = string | ReadonlyArray<Shown>;

/** A filter as nested lists, with the values of its parameters in their places. */
export const showFilter = (filter: Filter, parameters: ReadonlyArray<unknown>): Shown => {
  const operandOf = (operand: Extract<Filter, { _tag: "IsNull" }>["operand"]) =>
    operand._tag === "MetaOperand" ? operand.meta : `${operand.path.join(".")}:${operand.type}`;
  const value = ({ index }: { readonly index: number }) => JSON.stringify(parameters[index]);
  switch (filter._tag) {
    case "Every":
    case "Some":
      return [filter._tag, ...filter.filters.map((each) => showFilter(each, parameters))];
    case "Not":
      return ["Not", showFilter(filter.filter, parameters)];
    case "Compare":
    case "Text":
      return `${operandOf(filter.operand)} ${filter.operator} ${value(filter.value)}`;
    case "Among":
      return `${operandOf(filter.operand)} ${filter.negated ? "not in" : "in"} ${value(filter.values)}`;
    case "Labeled": {
      const [vals, srcs] = [filter.vals && value(filter.vals), filter.srcs && value(filter.srcs)];
      return `labeled ${vals ?? "any"} by ${srcs ?? "any"}`;
    }
    case "HiddenFromViewer":
      return `hidden from ${filter.viewer === null ? "nobody" : value(filter.viewer)}`;
    case "Search":
      return `${operandOf(filter.operand)} search ${value(filter.needles)}`;
    case "IsNull":
      return `${operandOf(filter.operand)} ${filter.negated ? "is not" : "is"} null`;
    case "IsAbsent":
      return `${filter.path.join(".")} ${filter.negated ? "is not" : "is"} absent`;
  }
};

/** The order of a page as text. */
export const showSort = ({ sort }: Page): ReadonlyArray<string> =>
  sort.map(({ operand, direction }) =>
    operand._tag === "MetaOperand"
      ? `${operand.meta} ${direction}`
      : `${operand.path.join(".")}:${operand.type} ${direction}`
  );
