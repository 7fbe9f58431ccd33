import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as PubSub from "effect/PubSub";
import * as Queue from "effect/Queue";
import * as Stream from "effect/Stream";
import { SubscriptionEnded } from "../../../application/api/SubscriptionEnded.ts";
import { type ChangeCursor, isAfterCursor } from "../../../domain/record/change/ChangeCursor.ts";
import type { SubscriptionEvent } from "./SubscriptionEvent.ts";
import {
  type Batch,
  eventsOf,
  type PlannedSubscription,
  type SubscriptionGroup,
  type SubscriptionReads
} from "./SubscriptionGroup.ts";

type Events = Stream.Stream<SubscriptionEvent, SubscriptionEnded>;

/** The maximum number of batches that are taken at once. */
const takenBatches = 64;

/** What a subscriber asked for, and the group that it shares it with. */
export interface Subscription extends PlannedSubscription {
  readonly group: SubscriptionGroup;
}

/** A subscription that reads what it missed, and then takes the batches of its group. */
export class Subscriber {
  readonly #reads: SubscriptionReads;
  readonly #subscription: Subscription;
  /** The place up to which it has all events. */
  #cursor: ChangeCursor;
  /** The number of the last batch that it has. */
  #number = 0;
  #ended: SubscriptionEnded | null = null;

  constructor(reads: SubscriptionReads, subscription: Subscription, cursor: ChangeCursor) {
    this.#reads = reads;
    this.#subscription = subscription;
    this.#cursor = cursor;
  }

  /**
   * The events after its cursor. It joins the group only at the end of the change log, so that whoever has much to catch up
   * with does not fall behind its group meanwhile.
   */
  get events(): Events {
    const missed = this.#pages(({ n }) => n === null);
    return Stream.concat(missed, Stream.unwrapScoped(Effect.suspend(() => this.join)));
  }

  /** Joins the group, and returns the events after its cursor. */
  get join() {
    const { group } = this.#subscription;
    return Effect.map(PubSub.subscribe(group.batches), (batches): Events => {
      // Nothing is published between the subscription and this.
      const { cursor, number } = group;
      this.#number = number;
      const live = Stream.repeatEffectChunk(Effect.flatMap(Queue.takeBetween(batches, 1, takenBatches), this.#take));
      if (!isAfterCursor(cursor, this.#cursor)) return live;
      return Stream.concat(
        this.#pages((read) => !isAfterCursor(cursor, read)),
        live
      );
    });
  }

  /** Reads pages up to the first cursor that is enough. */
  #pages(isEnough: (cursor: ChangeCursor) => boolean): Events {
    return Stream.paginateChunkEffect(undefined, () =>
      Effect.map(this.#nextPage, (events) => [
        Chunk.unsafeFromArray(events),
        isEnough(this.#cursor) ? Option.none() : Option.some(undefined)
      ])
    );
  }

  readonly #nextPage = Effect.suspend(() => this.#reads.feed.read(this.#cursor)).pipe(
    Effect.flatMap((page) =>
      Effect.map(eventsOf(this.#reads, this.#subscription, page), (events) => {
        this.#cursor = page.cursor;
        return events;
      })
    ),
    Effect.mapError((failure) => {
      if (failure._tag === "SubscriptionEnded") return failure;
      return new SubscriptionEnded({ reason: failure._tag === "CursorRejected" ? "cursor-too-old" : "unavailable" });
    })
  );

  /** Takes batches up to the first that is missing, or that says why the subscription ends. */
  readonly #take = (batches: Chunk.Chunk<Batch>): Effect.Effect<Chunk.Chunk<SubscriptionEvent>, SubscriptionEnded> => {
    const taken: Array<SubscriptionEvent> = [];
    for (const batch of batches) if (this.#ended === null) this.#takeBatch(batch, taken);
    return this.#ended !== null && taken.length === 0
      ? Effect.fail(this.#ended)
      : Effect.succeed(Chunk.unsafeFromArray(taken));
  };

  #takeBatch({ events, number }: Batch, taken: Array<SubscriptionEvent>): void {
    if (number <= this.#number) return;
    if (number > this.#number + 1) this.#ended = new SubscriptionEnded({ reason: "too-slow" });
    else if (events instanceof SubscriptionEnded) this.#ended = events;
    else for (const event of events) if (isAfterCursor(event.cursor, this.#cursor)) taken.push(event);
    this.#number = number;
  }
}
