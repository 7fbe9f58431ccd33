import * as Effect from "effect/Effect";
import { SubscriptionEnded } from "../../../application/api/SubscriptionEnded.ts";
import type { SubscriptionReceiver } from "../../../application/api/SubscriptionReceiver.ts";
import { type ChangeCursor, isAfterCursor } from "../../../domain/record/change/ChangeCursor.ts";
import { GroupMember } from "./GroupMember.ts";
import {
  eventsOf,
  type PlannedSubscription,
  type SubscriptionGroup,
  type SubscriptionReads
} from "./SubscriptionGroup.ts";

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

  /** Delivers the events up to the end of the change log: whoever has much to catch up with delays no group. */
  get catchUp(): Effect.Effect<void, SubscriptionEnded> {
    return Effect.flatMap(this.#page, (isEnd) => (isEnd ? Effect.void : this.catchUp));
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
      const member = new GroupMember(this.#receiver, this.#cursor, (ended) => resume(ended));
      return Effect.sync(group.join(member));
    });
  }

  /** Delivers the next page, and returns whether it is the last one now. */
  readonly #page: Effect.Effect<boolean, SubscriptionEnded> = Effect.suspend(() =>
    this.#reads.feed.read(this.#cursor)
  ).pipe(
    Effect.flatMap((page) => Effect.map(eventsOf(this.#reads, this.#planned, page), (events) => ({ page, events }))),
    Effect.mapError((failure) => {
      if (failure._tag === "SubscriptionEnded") return failure;
      return new SubscriptionEnded({ reason: failure._tag === "CursorRejected" ? "cursor-too-old" : "unavailable" });
    }),
    Effect.flatMap(({ events, page: { cursor } }) => {
      this.#cursor = cursor;
      const isEnd = cursor.n === null;
      if (events.length === 0) return Effect.succeed(isEnd);
      return Effect.as(this.#receiver.send(events.map(({ body }) => body)), isEnd);
    })
  );
}
