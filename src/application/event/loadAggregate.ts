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
