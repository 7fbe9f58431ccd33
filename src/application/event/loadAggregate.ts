import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import { EventLog, type EventLogUnavailable } from "../../domain/event/EventLog.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import type { Aggregate, Folded } from "./Aggregate.ts";
import { decodeRecorded } from "./decodeRecorded.ts";

/** Loads and folds a stream. An event that this version cannot read is a defect: to skip it would be to lie. */
export const loadAggregate = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  stream: StreamName
): Effect.Effect<Folded<State>, EventLogUnavailable, EventLog> =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    const history = yield* log.load(stream);
    const events = yield* Effect.orDie(Either.all(history.map(decodeRecorded)));
    return {
      state: events.filter(aggregate.owns).reduce(aggregate.evolve, aggregate.initial),
      version: history.length
    };
  });
