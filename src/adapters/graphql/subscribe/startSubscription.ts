import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import { SubscriptionEnded } from "../../../application/api/SubscriptionEnded.ts";
import type { SubscriptionReceiver } from "../../../application/api/SubscriptionReceiver.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { type ChangeCursor, parseChangeCursor } from "../../../domain/record/change/ChangeCursor.ts";
import type { ChangePage } from "../../../domain/record/change/RecordChanges.ts";
import type { SubscriptionPlan } from "../plan/Plan.ts";
import { Subscriber } from "./Subscriber.ts";
import type { PlannedSubscription, SubscriptionReads } from "./SubscriptionGroup.ts";
import type { SubscriptionGroups } from "./SubscriptionGroups.ts";

/** Where a subscription starts that is after no cursor. */
const cursorNow = (groups: SubscriptionGroups, planned: PlannedSubscription) =>
  Effect.scoped(Effect.map(groups(planned), ({ cursor }) => cursor));

const noServices = (_: Context.Context<never>) => Context.empty();

const deliverTo = Effect.fnUntraced(function* (
  reads: SubscriptionReads,
  groups: SubscriptionGroups,
  planned: PlannedSubscription,
  start: ChangeCursor,
  missed: ChangePage | null,
  receiver: SubscriptionReceiver
) {
  const subscriber = new Subscriber(reads, planned, receiver, start);
  if (missed !== null) yield* subscriber.catchUp(missed);
  const group = yield* Effect.mapError(groups(planned), () => new SubscriptionEnded({ reason: "unavailable" }));
  return yield* subscriber.follow(group);
}, Effect.scoped);

/**
 * Starts a subscription at its cursor, or now, and returns what delivers its responses to a receiver. Fails if nobody can
 * continue at the cursor.
 */
export const startSubscription = Effect.fnUntraced(function* (
  reads: SubscriptionReads,
  groups: SubscriptionGroups,
  plan: SubscriptionPlan,
  plannedWith: LexiconSet
) {
  const planned = { plan, plannedWith };
  const start = plan.after === null ? yield* cursorNow(groups, planned) : yield* parseChangeCursor(plan.after);
  const missed = plan.after === null ? null : yield* reads.feed.read(start);
  // A fiber keeps its services for as long as it runs, and this one, which needs none, runs as long as the connection.
  return (receiver: SubscriptionReceiver) =>
    Effect.mapInputContext(deliverTo(reads, groups, planned, start, missed, receiver), noServices);
});
