import * as Effect from "effect/Effect";
import { SubscriptionEnded } from "../../../application/api/SubscriptionEnded.ts";
import type { SubscriptionReceiver } from "../../../application/api/SubscriptionReceiver.ts";
import { type ChangeCursor, isAfterCursor } from "../../../domain/record/change/ChangeCursor.ts";
import type { ChangePage } from "../../../domain/record/change/RecordChanges.ts";
import { GroupMember } from "./GroupMember.ts";
import {
  eventsOf,
  type PlannedSubscription,
  type SubscriptionGroup,
  type SubscriptionReads
} from "./SubscriptionGroup.ts";

const ended = (reason: SubscriptionEnded["reason"]): SubscriptionEnded => new SubscriptionEnded({ reason });

/** A subscription that reads what it missed, and then takes the events of its group. */
export class Subscriber {
  readonly #reads: SubscriptionReads;
  readonly #planned: PlannedSubscription;
  readonly #receiver: SubscriptionReceiver;
  /** The place up to which it has all events. */
  #cursor: ChangeCursor;

  constructor(
    reads: SubscriptionReads,
    planned: PlannedSubscription,
    receiver: SubscriptionReceiver,
    cursor: ChangeCursor
  ) {
    this.#reads = reads;
    this.#planned = planned;
    this.#receiver = receiver;
    this.#cursor = cursor;
  }

  /** Delivers a page after its cursor, and all others up to the end: whoever has much to catch up with delays no group. */
  catchUp(first: ChangePage): Effect.Effect<void, SubscriptionEnded> {
    return Effect.flatMap(this.#deliver(first), (isEnd) =>
      isEnd ? Effect.void : Effect.asVoid(Effect.repeat(this.#page, { until: (isLast) => isLast }))
    );
  }

  /** Delivers the events after its cursor together with a group. Only fails. */
  follow(group: SubscriptionGroup): Effect.Effect<never, SubscriptionEnded> {
    return this.#join(group).pipe(
      Effect.zipRight(this.#page),
      Effect.flatMap(() => this.follow(group))
    );
  }

  /** Takes the events of a group until one of them ends; returns at once if the group is ahead. */
  #join(group: SubscriptionGroup): Effect.Effect<void, SubscriptionEnded> {
    return Effect.async<void, SubscriptionEnded>((resume) => {
      // Nothing is published between this and the join.
      if (isAfterCursor(group.cursor, this.#cursor)) return resume(Effect.void);
      const member = new GroupMember(this.#receiver, this.#cursor, resume);
      return Effect.sync(group.join(member));
    });
  }

  /** Reads and delivers the next page, and returns whether it is the last one now. */
  readonly #page: Effect.Effect<boolean, SubscriptionEnded> = Effect.suspend(() =>
    this.#reads.feed.read(this.#cursor)
  ).pipe(
    Effect.mapError((failure) => ended(failure._tag === "CursorRejected" ? "cursor-too-old" : "unavailable")),
    Effect.flatMap((page) => this.#deliver(page))
  );

  /** Delivers a page, and returns whether it is the last one now. */
  readonly #deliver = Effect.fnUntraced(function* (
    this: Subscriber,
    page: ChangePage
  ): Effect.fn.Return<boolean, SubscriptionEnded> {
    const events = yield* Effect.catchTag(eventsOf(this.#reads, this.#planned, page), "RecordIndexUnavailable", () =>
      ended("unavailable")
    );
    this.#cursor = page.cursor;
    if (events.length > 0) yield* this.#receiver.send(events.map(({ body }) => body));
    return page.cursor.n === null;
  });
}
