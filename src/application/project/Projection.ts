import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import type * as Scope from "effect/Scope";
import * as Stream from "effect/Stream";
import * as SubscriptionRef from "effect/SubscriptionRef";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { type CursorBeyondHead, EventLog, EventLogUnavailable } from "../../domain/event/EventLog.ts";
import { decodeRecorded } from "../event/decodeRecorded.ts";

/** A read model that a log keeps current. */
export interface Projection<State> {
  readonly current: Effect.Effect<State>;
  /** The current state, and the position of the last event that is in it. */
  readonly at: Effect.Effect<{ readonly position: number; readonly state: State }>;
  /** The current state, then each one that follows. */
  readonly changes: Stream.Stream<State>;
  /** Waits, 5 seconds at most, until a position is folded in; position 0 does not wait. */
  readonly awaitPosition: (position: number) => Effect.Effect<void, EventLogUnavailable>;
}

interface At<State> {
  readonly position: number;
  readonly state: State;
}

const pageSize = 5000;

/** Backs off after a lost connection, from 100 ms to 5 s. */
const reconnect = Schedule.exponential("100 millis").pipe(Schedule.union(Schedule.spaced("5 seconds")));

/**
 * Folds the log from its start, and follows it until the scope closes. Ready when it has seen what was there at the
 * beginning. An event that this version cannot read is a defect.
 */
export const project = <State>(
  initial: State,
  evolve: (state: State, event: DomainEvent, recorded: RecordedEvent) => State
): Effect.Effect<Projection<State>, EventLogUnavailable | CursorBeyondHead, EventLog | Scope.Scope> =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    const ref = yield* SubscriptionRef.make<At<State>>({ position: 0, state: initial });
    const fold = (at: At<State>, recorded: RecordedEvent) =>
      Effect.map(Effect.orDie(decodeRecorded(recorded)), (event) => ({
        position: recorded.position,
        state: evolve(at.state, event, recorded)
      }));
    const catchUp = (events: Iterable<RecordedEvent>) =>
      SubscriptionRef.updateEffect(ref, (at) => Effect.reduce(events, at, fold));

    const replay = Effect.gen(function* () {
      const at = yield* SubscriptionRef.get(ref);
      const page = yield* log.read(at.position, pageSize);
      yield* catchUp(page);
      return page.length;
    });
    yield* Effect.repeat(replay, { until: (count) => count < pageSize });

    const follow = Effect.gen(function* () {
      const at = yield* SubscriptionRef.get(ref);
      yield* log.follow(at.position).pipe(
        Stream.chunks,
        Stream.runForEach((events) => catchUp(Chunk.toReadonlyArray(events)))
      );
    });
    yield* Effect.forkScoped(Effect.retry(follow, reconnect));

    return {
      at: SubscriptionRef.get(ref),
      current: Effect.map(SubscriptionRef.get(ref), (at) => at.state),
      changes: ref.changes.pipe(
        Stream.map((at) => at.state),
        Stream.changesWith((before, after) => before === after)
      ),
      awaitPosition: (position) =>
        ref.changes.pipe(
          Stream.filter((at) => at.position >= position),
          Stream.runHead,
          Effect.timeoutFail({
            duration: "5 seconds",
            onTimeout: () => new EventLogUnavailable({ operation: "follow", cause: `position ${position} not seen` })
          }),
          Effect.asVoid
        )
    };
  });
