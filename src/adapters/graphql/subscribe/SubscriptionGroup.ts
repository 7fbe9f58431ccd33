import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
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
import type { Delivering, FanOut } from "./FanOut.ts";
import type { GroupMember } from "./GroupMember.ts";
import type { SubscriptionEvent } from "./SubscriptionEvent.ts";
import type { VersionReads } from "./VersionReads.ts";

/** What is read for the subscriptions of a process. */
export interface SubscriptionReads {
  readonly feed: ChangeFeed["Type"];
  readonly versions: VersionReads;
  readonly limits: ResponseLimits;
  /** The active set of Lexicons. */
  readonly lexicons: Effect.Effect<LexiconSet>;
}

/** The subscriptions of the same operation, which share its events. */
export class SubscriptionGroup implements Delivering {
  /** The place up to which the changes are published. */
  cursor: ChangeCursor;
  readonly #fanOut: FanOut;
  readonly #members = new Set<GroupMember>();
  #published: Array<SubscriptionEvent> = [];
  #ended: SubscriptionEnded | null = null;

  constructor(fanOut: FanOut, cursor: ChangeCursor) {
    this.#fanOut = fanOut;
    this.cursor = cursor;
  }

  /** Adds a member, which gets what is published after its cursor. Returns a function that removes it. */
  join(member: GroupMember): () => void {
    this.#members.add(member);
    if (this.#ended !== null) this.#fanOut.request(this);
    return () => void this.#members.delete(member);
  }

  /** Gives every member the events up to a cursor, with the next round of deliveries. */
  publish(cursor: ChangeCursor, events: ReadonlyArray<SubscriptionEvent>): void {
    this.cursor = cursor;
    if (events.length === 0) return;
    this.#published.push(...events);
    this.#fanOut.request(this);
  }

  /** Ends every member, after what was published before. */
  end(ended: SubscriptionEnded): void {
    this.#ended = ended;
    this.#fanOut.request(this);
  }

  *deliveries(): Generator<void> {
    const [events, ended] = [this.#published, this.#ended];
    this.#published = [];
    const batch = { events, bodies: events.map(({ body }) => body) };
    for (const member of [...this.#members]) {
      if (!this.#members.has(member)) continue;
      member.take(batch);
      if (ended !== null) member.end(ended);
      yield;
    }
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
  return yield* eventsOfPage(versions, limits, { plan, plannedWith }, page);
});

/**
 * Follows the change log for a group, until nobody can continue or another set of Lexicons is active. While the database is
 * away, it waits.
 */
const follow = (reads: SubscriptionReads, planned: PlannedSubscription, group: SubscriptionGroup) =>
  Effect.suspend(() =>
    Stream.runForEach(reads.feed.follow(group.cursor), (page) =>
      Effect.map(eventsOf(reads, planned, page), (events) => group.publish(page.cursor, events))
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
  fanOut: FanOut,
  planned: PlannedSubscription,
  onEnd: Effect.Effect<void>
) {
  const group = new SubscriptionGroup(fanOut, yield* reads.feed.head);
  const end = (reason: SubscriptionEnded["reason"]) =>
    Effect.zipRight(
      onEnd,
      Effect.sync(() => group.end(new SubscriptionEnded({ reason })))
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
