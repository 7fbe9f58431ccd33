import * as Effect from "effect/Effect";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import type { Aggregate } from "./Aggregate.ts";
import { decideAcross, type JointDecision } from "./decideAcross.ts";
import { loadAggregate } from "./loadAggregate.ts";
import type { EventMetadata } from "./toNewEvent.ts";

/** What was decided: the events to append, which may be none, and the result for the caller. */
export interface Decision<Event, Outcome> {
  readonly events: ReadonlyArray<Event>;
  readonly outcome: Outcome;
}

interface DecideRequest<State, Event extends DomainEvent, Outcome, E, R, E2, R2> {
  readonly aggregate: Aggregate<State, Event>;
  readonly stream: StreamName;
  readonly metadata: (state: State) => EventMetadata;
  readonly decide: (state: State) => Effect.Effect<Decision<Event, Outcome>, E, R>;
  readonly alongside?: (outcome: Outcome) => Effect.Effect<void, E2, R2>;
}

function* load<State, Event extends DomainEvent, Outcome, E, R, E2, R2>({
  metadata,
  aggregate,
  alongside,
  decide: choose,
  stream
}: DecideRequest<State, Event, Outcome, E, R, E2, R2>) {
  const { state, version } = yield* loadAggregate(aggregate, stream);
  const { events, outcome } = yield* choose(state);
  const appends = [{ stream, version, events, metadata: metadata(state) }];
  return { appends, alongside: alongside?.(outcome), outcome } satisfies JointDecision<Outcome, E2, R2>;
}

/**
 * Loads and folds one stream, decides, and appends. When another writer appends first, all of it is repeated with what that
 * writer recorded. `alongside` is stored in the transaction of the append, before it. The result is the outcome and the
 * position of the last event appended; 0 when none was.
 */
export const decide = <State, Event extends DomainEvent, Outcome, E, R, E2 = never, R2 = never>(
  decision: DecideRequest<State, Event, Outcome, E, R, E2, R2>
) => decideAcross(Effect.gen(() => load(decision)));
