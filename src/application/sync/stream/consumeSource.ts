import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Queue from "effect/Queue";
import * as Stream from "effect/Stream";
import * as Take from "effect/Take";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import type { Lease } from "../../../domain/lease/Leases.ts";
import type { SourceEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import { RepoEvents, type SourceMessage } from "../../../domain/sync/stream/RepoEvents.ts";
import { type SyncCursor, SyncCursors } from "../../../domain/sync/stream/SyncCursors.ts";
import type { CheckedBatch } from "./CheckedBatch.ts";
import { type CheckedMessage, joinBatches } from "./CheckedMessage.ts";
import type { ConsumerState } from "./ConsumerState.ts";
import { checkBatch } from "./checkBatch.ts";
import { gatherEvents } from "./gatherEvents.ts";
import { recordSourceGap } from "./recordGaps.ts";
import { recordSource } from "./recordSource.ts";
import type { SigningIdentities } from "./SigningIdentities.ts";
import type { Subscription } from "./storeBatch.ts";
import { storeOrIsolate } from "./storeOrIsolate.ts";
import { trackKnown } from "./trackKnown.ts";

/** The maximum number of events that one transaction stores: each of their accounts is locked until it ends. */
const maxStored = 1_000;

/** The maximum number of events that are checked together. What they need of the process delays other work. */
const maxChecked = 200;

/** How many messages are checked at once: while signatures of one are verified, the next one is read. */
const checkedAtOnce = 2;

/** How many checked messages wait while others are stored. */
const maxWaiting = 5;

/** What one subscription needs. */
export interface Consumption {
  readonly lease: Lease;
  readonly state: ConsumerState;
  readonly identities: SigningIdentities;
}

const batches = (events: ReadonlyArray<SourceEvent>): ReadonlyArray<ReadonlyArray<SourceEvent>> =>
  Array.from({ length: Math.ceil(events.length / maxChecked) }, (_, at) =>
    events.slice(at * maxChecked, (at + 1) * maxChecked)
  );

/** Divides large messages, and leaves all others as they are. */
const divided = (message: SourceMessage): ReadonlyArray<SourceMessage> =>
  message._tag === "Events" && message.events.length > maxChecked
    ? batches(message.events).map((events) => ({ _tag: "Events", events }))
    : [message];

const store = Effect.fnUntraced(function* (batch: CheckedBatch, subscription: Subscription, state: ConsumerState) {
  const source = yield* RepoEvents;
  const now = yield* Clock.currentTimeMillis;
  if (state.mayHaveMissed) yield* recordSourceGap(subscription.source, "no-cursor");
  state.mayHaveMissed = false;
  const planned = yield* storeOrIsolate(batch, subscription, now);
  state.receive(batch.received, batch.collections, now);
  state.records += planned.changes.length;
  state.progressed = true;
  yield* source.acknowledge(batch.cursors);
  if (planned.introduced.size > 0) yield* source.track([...planned.introduced]);
});

/**
 * Handles an open connection. The first connection to a source makes every known repository due, after it was opened, so
 * that nothing between is missed. So does one without a cursor, after one that ended before the first event. As long as
 * a source is silent, the next event does so, or everything would be read again every minute.
 */
const handleConnected = Effect.fnUntraced(function* (
  cursor: SyncCursor,
  position: number | null,
  { source, lease }: Subscription,
  state: ConsumerState
) {
  const before = state.lastError;
  state.connect(yield* Clock.currentTimeMillis);
  yield* Effect.logInfo(`Live sync is connected to ${source.address}`);
  const isNew = yield* recordSource(source);
  if (source.kind === "tap") yield* trackKnown;
  if (cursor.cursor !== null) return;
  if (position !== null) yield* (yield* SyncCursors).advance(source.address, lease, position, null);
  if (isNew || source.kind === "tap") return;
  if (before === null || before.reason === "silent") state.mayHaveMissed = true;
  else yield* recordSourceGap(source, "no-cursor");
});

const handleOutdated = Effect.fnUntraced(function* (
  cursor: SyncCursor,
  { source }: Subscription,
  state: ConsumerState
) {
  if (cursor.cursor === null || state.outdatedAt === cursor.cursor) return;
  state.outdatedAt = cursor.cursor;
  yield* Effect.logWarning(`${source.address} no longer has the events after ${cursor.cursor}`);
  yield* recordSourceGap(source, "outdated-cursor");
});

/** Returns the messages of takes up to the first one that ends the stream, and how it ends; null if it goes on. */
const received = <A, E>(takes: Iterable<Take.Take<A, E>>) => {
  const messages: Array<A> = [];
  for (const take of takes) {
    const end = Take.match(take, {
      onEnd: () => Effect.void,
      onFailure: Effect.failCause,
      onSuccess: (chunk) => {
        messages.push(...chunk);
        return null;
      }
    });
    if (end !== null) return { messages, end };
  }
  return { messages, end: null };
};

/** Handles messages in order. Batches that were checked while others were stored are stored together. */
const handleTogether = Effect.fnUntraced(function* <E, R, E2, R2>(
  checked: Stream.Stream<CheckedMessage, E, R>,
  handle: (message: CheckedMessage) => Effect.Effect<void, E2, R2>
) {
  const queue = yield* Stream.toQueue(checked, { capacity: maxWaiting });
  for (;;) {
    const { end, messages } = received(yield* Queue.takeBetween(queue, 1, maxWaiting));
    for (const message of joinBatches(messages, maxStored)) yield* handle(message);
    if (end !== null) return yield* end;
  }
}, Effect.scoped);

/**
 * Follows the source over one connection, from the stored cursor, until it ends. While a batch is stored, the next ones are
 * checked. A source that is ahead makes the connection wait.
 */
export const consumeSource = Effect.fnUntraced(function* (
  { identities, lease, state }: Consumption,
  cursor: SyncCursor,
  collections: ReadonlyArray<Nsid>
) {
  const source = yield* RepoEvents;
  state.use(collections);
  const subscription = { source: source.source, lease, generation: cursor.generation };
  const check = (message: SourceMessage) =>
    message._tag === "Events"
      ? Effect.map(checkBatch(message.events, source.source, identities, state.recent), (batch): CheckedMessage => {
          state.remember(batch.resolved.values());
          return { _tag: "Batch", batch };
        })
      : Effect.succeed<CheckedMessage>(message);
  const handle = (message: CheckedMessage) => {
    switch (message._tag) {
      case "Batch":
        return store(message.batch, subscription, state);
      case "Connected":
        return handleConnected(cursor, message.cursor, subscription, state);
      case "OutdatedCursor":
        return handleOutdated(cursor, subscription, state);
    }
  };
  const checked = gatherEvents(source.subscribe({ cursor: cursor.cursor, collections })).pipe(
    Stream.mapConcat(divided),
    Stream.mapEffect(check, { concurrency: checkedAtOnce })
  );
  return yield* handleTogether(checked, handle);
});
