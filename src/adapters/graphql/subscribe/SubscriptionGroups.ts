import * as Effect from "effect/Effect";
import * as Equal from "effect/Equal";
import * as Hash from "effect/Hash";
import * as RcMap from "effect/RcMap";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import type { SubscriptionPlan } from "../plan/Plan.ts";
import { FanOut } from "./FanOut.ts";
import {
  type PlannedSubscription,
  type SubscriptionGroup,
  type SubscriptionReads,
  startGroup
} from "./SubscriptionGroup.ts";

const withDigits = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? { digits: String(value) } : value;

/** The object that only the plans of one compiled operation have in common; its conditions may be a shared constant. */
const compiledIn = (plan: SubscriptionPlan): object => {
  if (plan._tag === "NotificationPlan") return plan.compiled;
  return "query" in plan.selected ? plan.selected.query : plan.selected;
};

const parametersOf = (plan: SubscriptionPlan): ReadonlyArray<unknown> => {
  if (plan._tag === "NotificationPlan")
    return [plan.viewer, Array.from(plan.selected.values(), ({ parameters }) => parameters)];
  return [plan.parameters, "parameters" in plan.selected ? plan.selected.parameters : []];
};

/** Identifies a group: subscriptions of one compiled operation with the same parameters. */
class GroupKey implements Equal.Equal {
  readonly planned: PlannedSubscription;
  readonly #parameters: string;

  constructor(planned: PlannedSubscription) {
    this.planned = planned;
    this.#parameters = JSON.stringify(parametersOf(planned.plan), withDigits);
  }

  [Equal.symbol](that: Equal.Equal): boolean {
    return (
      that instanceof GroupKey &&
      compiledIn(that.planned.plan) === compiledIn(this.planned.plan) &&
      that.#parameters === this.#parameters
    );
  }

  [Hash.symbol](): number {
    return Hash.string(this.#parameters);
  }
}

/** Returns the group of a subscription, while the scope is open. */
export type SubscriptionGroups = Effect.Effect.Success<ReturnType<typeof makeSubscriptionGroups>>;

/** Makes the groups of a process. A group exists while it has subscribers. */
export const makeSubscriptionGroups = Effect.fnUntraced(function* (reads: SubscriptionReads) {
  const fanOut = new FanOut();
  const groups: RcMap.RcMap<GroupKey, SubscriptionGroup, StorageUnavailable> = yield* RcMap.make({
    lookup: (key: GroupKey) =>
      startGroup(
        reads,
        fanOut,
        key.planned,
        Effect.suspend(() => RcMap.invalidate(groups, key))
      )
  });
  return (planned: PlannedSubscription) => RcMap.get(groups, new GroupKey(planned));
});
