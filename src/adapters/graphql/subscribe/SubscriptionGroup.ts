import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as PubSub from "effect/PubSub";
import * as Stream from "effect/Stream";
import { SubscriptionEnded } from "../../../application/api/SubscriptionEnded.ts";
import { reconnectBackoff } from "../../../application/background/backoff.ts";
import type { ChangeFeed } from "../../../application/live/ChangeFeed.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import type { ChangeCursor } from "../../../domain/record/change/ChangeCursor.ts";
import type { ChangePage } from "../../../domain/record/change/RecordChanges.ts";
import type { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { ResponseLimits } from "../execute/ResponseLimits.ts";
import type { SubscriptionPlan } from "../plan/Plan.ts";
import { eventsOfPage } from "./eventsOfPage.ts";
import type { SubscriptionEvent } from "./SubscriptionEvent.ts";
import type { VersionReads } from "./VersionReads.ts";

/** The number of batches that a subscriber may be behind. */
const capacity = 256;

/** What is read for the subscriptions of a process. */
export interface SubscriptionReads {
  readonly feed: ChangeFeed["Type"];
  readonly versions: VersionReads;
  readonly limits: ResponseLimits;
  /** The active set of Lexicons. */
  readonly lexicons: Effect.Effect<LexiconSet>;
}

/** What a group tells its subscribers at once. The numbers have no gaps, so that a subscriber notices what it missed. */
export interface Batch {
  readonly number: number;
  readonly events: ReadonlyArray<SubscriptionEvent> | SubscriptionEnded;
}

/** The subscribers with the same operation, which share its events. */
export class SubscriptionGroup {
  readonly batches: PubSub.PubSub<Batch>;
  /** The place up to which the changes are published. */
  cursor: ChangeCursor;
  /** The number of the last batch. */
  number = 0;

  constructor(batches: PubSub.PubSub<Batch>, cursor: ChangeCursor) {
    this.batches = batches;
    this.cursor = cursor;
  }

  /** Publishes a batch, unless it is empty. */
  publish(cursor: ChangeCursor, events: Batch["events"]): Effect.Effect<unknown> {
    return Effect.suspend(() => {
      this.cursor = cursor;
      if (!(events instanceof SubscriptionEnded) && events.length === 0) return Effect.void;
      this.number += 1;
      return PubSub.publish(this.batches, { number: this.number, events });
    });
  }
}

/** A subscription, and the Lexicons that it was planned with. */
export interface PlannedSubscription {
  readonly plan: SubscriptionPlan;
  readonly plannedWith: LexiconSet;
}

/** Returns the events of a page. Fails if the Lexicons that an operation was planned with are no longer active. */
export const eventsOf = Effect.fnUntraced(function* (
  { lexicons, limits, versions }: SubscriptionReads,
  { plan, plannedWith }: PlannedSubscription,
  page: ChangePage
): Effect.fn.Return<ReadonlyArray<SubscriptionEvent>, SubscriptionEnded | RecordIndexUnavailable> {
  if ((yield* lexicons) !== plannedWith) return yield* new SubscriptionEnded({ reason: "schema-changed" });
  return yield* eventsOfPage(versions, limits, plan, page);
});

/**
 * Follows the change log for a group, until nobody can continue or another set of Lexicons is active. While the database is
 * away, it waits.
 */
const follow = (reads: SubscriptionReads, planned: PlannedSubscription, group: SubscriptionGroup) =>
  Effect.suspend(() =>
    Stream.runForEach(reads.feed.follow(group.cursor), (page) =>
      Effect.flatMap(eventsOf(reads, planned, page), (events) => group.publish(page.cursor, events))
    )
  ).pipe(
    Effect.retry({
      schedule: reconnectBackoff,
      while: ({ _tag }) => _tag === "StorageUnavailable" || _tag === "RecordIndexUnavailable"
    })
  );

/** Starts a group at the end of the change log. `onEnd` runs when it can tell nothing more. */
export const startGroup = Effect.fnUntraced(function* (
  reads: SubscriptionReads,
  planned: PlannedSubscription,
  onEnd: Effect.Effect<void>
) {
  const group = new SubscriptionGroup(yield* PubSub.sliding<Batch>(capacity), yield* reads.feed.head);
  const end = (reason: SubscriptionEnded["reason"]) =>
    Effect.zipRight(
      onEnd,
      Effect.suspend(() => group.publish(group.cursor, new SubscriptionEnded({ reason })))
    );
  yield* follow(reads, planned, group).pipe(
    Effect.catchAllCause((cause) => {
      if (Cause.isInterruptedOnly(cause)) return Effect.void;
      const failure = Cause.failureOption(cause);
      if (failure._tag === "Some" && failure.value._tag === "SubscriptionEnded") return end(failure.value.reason);
      if (failure._tag === "Some" && failure.value._tag === "CursorRejected") return end("cursor-too-old");
      return Effect.zipRight(Effect.logError("A group of subscriptions failed", cause), end("unavailable"));
    }),
    Effect.forkScoped
  );
  return group;
});
