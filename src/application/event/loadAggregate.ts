import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { versionOf } from "../../domain/event/compaction.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import { EventLog, type EventLogUnavailable } from "../../domain/event/EventLog.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import type { Aggregate, Folded } from "./Aggregate.ts";
import { decodeEvents, type LoadedEvents, loadEvents } from "./loadEvents.ts";

const fold = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  { events, history }: LoadedEvents
): Folded<State> => ({
  state: events.filter(aggregate.owns).reduce(aggregate.evolve, aggregate.initial),
  version: versionOf(history)
});

/** Loads and folds a stream. */
export const loadAggregate = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  stream: StreamName
): Effect.Effect<Folded<State>, EventLogUnavailable, EventLog> =>
  Effect.map(loadEvents(stream), (loaded) => fold(aggregate, loaded));

/**
 * Returns the state of a stream from memory if it is the one that is needed, and loads the stream otherwise. Another writer may
 * have appended since: whoever takes a state from memory commits something at its version before anything depends on it.
 */
export const expectAggregate = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  stream: StreamName,
  isNeeded: (state: State) => boolean
): Effect.Effect<Folded<State>, EventLogUnavailable, EventLog> =>
  Effect.flatMap(cachedAggregate(aggregate, stream), (cached) =>
    Option.isSome(cached) && isNeeded(cached.value.state)
      ? Effect.succeed(cached.value)
      : loadAggregate(aggregate, stream)
  );

/** Folds what this process has of a stream in memory; none if it has nothing. Another writer may have appended since. */
export const cachedAggregate = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  stream: StreamName
): Effect.Effect<Option.Option<Folded<State>>, never, EventLog> =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.cached(stream), (history) =>
      history.length === 0 ? Option.none() : Option.some(fold(aggregate, decodeEvents(history)))
    )
  );
