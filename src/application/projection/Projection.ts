import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import * as SubscriptionRef from "effect/SubscriptionRef";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLogUnavailable } from "../../domain/event/EventLog.ts";
import type { At, ReadModel } from "./ReadModel.ts";
import type { UnreadableEvents } from "./UnreadableEvents.ts";

/** A read model that is kept current from the log. */
export interface Projection<State> {
  readonly current: Effect.Effect<State>;
  /** Returns the current state for a query about one stream; fails when that stream has an unreadable event. */
  readonly about: (stream: string) => Effect.Effect<State, EventLogUnavailable>;
  /**
   * Returns the current state for a query about all streams with a name prefix; fails when one has an unreadable event.
   */
  readonly aboutAll: (prefix: string) => Effect.Effect<State, EventLogUnavailable>;
  /** Returns the current state, and the position of the last event folded into it. */
  readonly at: Effect.Effect<At<State>>;
  /** Emits the current state, then each one that follows. */
  readonly changes: Stream.Stream<State>;
  /** Waits up to 5 seconds until a position is folded in; position 0 does not wait. */
  readonly awaitPosition: (position: number) => Effect.Effect<void, EventLogUnavailable>;
}

/** An event as stored in the log and as decoded by the domain. */
export interface DecodedEvent {
  readonly recorded: RecordedEvent;
  readonly event: DomainEvent;
}

/**
 * A projection, and the function that folds further events into it, up to a position; events that are in it already are
 * skipped.
 */
interface FoldedProjection<State> {
  readonly projection: Projection<State>;
  readonly fold: (events: ReadonlyArray<DecodedEvent>, position: number) => Effect.Effect<void>;
}

/** Creates the projection of a read model, from its state at a position of the log. */
export const makeProjection = <State>(
  model: ReadModel<State>,
  start: At<State>,
  unreadable: UnreadableEvents
): Effect.Effect<FoldedProjection<State>> =>
  Effect.map(SubscriptionRef.make(start), (ref) => {
    const at = SubscriptionRef.get(ref);
    const unless = (problem: () => EventLogUnavailable | null) =>
      Effect.flatMap(at, ({ state }) => {
        const found = problem();
        return found === null ? Effect.succeed(state) : Effect.fail(found);
      });
    const isNext = ({ position }: At<State>, { event, recorded }: DecodedEvent) =>
      recorded.position > position && model.types.has(event._tag);
    return {
      fold: (events, position) =>
        SubscriptionRef.update(ref, (before) => ({
          position: Math.max(before.position, position),
          state: events
            .filter((each) => isNext(before, each))
            .reduce((state, { event, recorded }) => model.evolve(state, event, recorded), before.state)
        })),
      projection: {
        at,
        current: Effect.map(at, ({ state }) => state),
        about: (stream) => unless(() => unreadable.about(stream)),
        aboutAll: (prefix) => unless(() => unreadable.aboutAll(prefix)),
        changes: ref.changes.pipe(
          Stream.map(({ state }) => state),
          Stream.changesWith((before, after) => before === after)
        ),
        awaitPosition: (position) =>
          ref.changes.pipe(
            Stream.filter((seen) => seen.position >= position),
            Stream.runHead,
            Effect.timeoutFail({
              duration: "5 seconds",
              onTimeout: () =>
                new EventLogUnavailable({
                  operation: "follow",
                  reason: "behind",
                  cause: `position ${position} not seen`
                })
            }),
            Effect.asVoid
          )
      }
    };
  });
