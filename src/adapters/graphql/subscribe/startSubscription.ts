import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { SubscriptionEnded } from "../../../application/api/SubscriptionEnded.ts";
import type { ChangeFeed } from "../../../application/live/ChangeFeed.ts";
import { type CursorRejected, parseChangeCursor } from "../../../domain/record/change/ChangeCursor.ts";
import type { RecordIndex, RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import type { SubscriptionPlan } from "../plan/Plan.ts";
import { eventsOfPage } from "./eventsOfPage.ts";

type Failure = CursorRejected | StorageUnavailable | RecordIndexUnavailable;

const ended = (failure: Failure): SubscriptionEnded =>
  new SubscriptionEnded({ reason: failure._tag === "CursorRejected" ? "cursor-too-old" : "unavailable" });

/** Starts a subscription at its cursor, or now. Fails if nobody can continue at the cursor. */
export const startSubscription = Effect.fnUntraced(function* (
  feed: ChangeFeed["Type"],
  index: RecordIndex["Type"],
  plan: SubscriptionPlan
) {
  const start = plan.after === null ? yield* feed.head : yield* parseChangeCursor(plan.after);
  yield* feed.check(start);
  return feed.follow(start).pipe(
    Stream.mapEffect((page) => eventsOfPage(index, plan, page)),
    Stream.flattenIterables,
    Stream.map(({ body }) => body),
    Stream.mapError(ended)
  );
});
