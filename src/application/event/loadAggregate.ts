import * as Effect from "effect/Effect";
import { versionOf } from "../../domain/event/compaction.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { EventLog, EventLogUnavailable } from "../../domain/event/EventLog.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import type { Aggregate, Folded } from "./Aggregate.ts";
import { loadEvents } from "./loadEvents.ts";

/** Loads and folds a stream. */
export const loadAggregate = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  stream: StreamName
): Effect.Effect<Folded<State>, EventLogUnavailable, EventLog> =>
  Effect.map(loadEvents(stream), ({ events, history }) => ({
    state: events.filter(aggregate.owns).reduce(aggregate.evolve, aggregate.initial),
    version: versionOf(history)
  }));
