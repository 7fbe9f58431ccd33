import type { Did } from "../../../../domain/atproto/Did.ts";
import type { ParameterValue } from "../../../../domain/record/query/RecordQuery.ts";
import { type CostTerm, estimateCost } from "../costTerms.ts";
import type { RecordResult, SubscriptionPlan } from "../Plan.ts";
import type { PlanError } from "../PlanError.ts";
import type { RequestValues } from "../values/RequestValues.ts";
import type { CompiledSubscription } from "./compileSubscription.ts";
import type { RecordSelected } from "./RecordSelected.ts";

const selectedOf = (compiled: CompiledSubscription): ReadonlyArray<RecordSelected> => {
  if (compiled._tag === "CompiledNotifications") return [...compiled.selected.values()];
  return compiled.selected._tag === "RecordSelected" ? [compiled.selected] : [];
};

/** Returns where a subscription reads records. */
export const termsOfSubscription = (compiled: CompiledSubscription): ReadonlyArray<ReadonlyArray<CostTerm>> =>
  selectedOf(compiled).map(({ cost }) => cost);

/** Returns how many records an event asks for. An event of several collections is about a record of one of them. */
export const recordsOfSubscription = (
  compiled: CompiledSubscription,
  parameters: ReadonlyArray<ParameterValue>
): number =>
  Math.max(0, ...selectedOf(compiled).map((each) => estimateCost(each.cost, parameters, each.parameters[0] - 1)));

/** What one request adds to a compiled subscription. */
interface Request {
  readonly run: RequestValues;
  readonly parameters: ReadonlyArray<ParameterValue>;
  readonly fieldErrors: ReadonlyArray<PlanError>;
  readonly cost: number;
}

const resultOf = (
  { parameters: [from, to], query }: RecordSelected,
  parameters: ReadonlyArray<ParameterValue>
): RecordResult => ({ query, parameters: parameters.slice(from, to) });

/** Returns the plan of a subscription, unless it has no user to whom it would send notifications. */
export const planOfSubscription = (
  compiled: CompiledSubscription,
  { cost, fieldErrors, parameters, run }: Request,
  viewer: Did | null
): SubscriptionPlan | null => {
  const cursor = compiled.after(run);
  const common = {
    kind: "subscription" as const,
    key: compiled.key,
    after: typeof cursor === "string" ? cursor : null,
    fieldErrors,
    cost
  };
  if (compiled._tag === "CompiledNotifications") {
    if (viewer === null) return null;
    const selected = new Map(Array.from(compiled.selected, ([nsid, each]) => [nsid, resultOf(each, parameters)]));
    return { ...common, _tag: "NotificationPlan", compiled, viewer, selected };
  }
  const { change, collection, selected, where, whereParameters } = compiled;
  return {
    ...common,
    _tag: "ChangePlan",
    collection,
    change,
    where,
    parameters: parameters.slice(0, whereParameters),
    selected: selected._tag === "MembersSelected" ? selected.members : resultOf(selected, parameters)
  };
};
