import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { parseChangeCursor } from "../../../domain/record/change/ChangeCursor.ts";
import type { SubscriptionPlan } from "../plan/Plan.ts";
import { Subscriber } from "./Subscriber.ts";
import type { SubscriptionReads } from "./SubscriptionGroup.ts";
import type { SubscriptionGroups } from "./SubscriptionGroups.ts";

/**
 * Starts a subscription at its cursor, or now, and returns the texts of its responses. Fails if nobody can continue at the
 * cursor.
 */
export const startSubscription = Effect.fnUntraced(function* (
  reads: SubscriptionReads,
  groups: SubscriptionGroups,
  plan: SubscriptionPlan,
  plannedWith: LexiconSet
) {
  const after = plan.after === null ? null : yield* parseChangeCursor(plan.after);
  if (after !== null) yield* reads.feed.read(after);
  const group = yield* groups({ plan, plannedWith });
  const subscriber = new Subscriber(reads, { plan, plannedWith, group }, after ?? group.cursor);
  const events = after === null ? yield* subscriber.join : subscriber.events;
  return Stream.map(events, ({ body }) => body);
});
