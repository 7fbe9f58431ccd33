import type { DomainEvent } from "../../domain/event/DomainEvent.ts";

/** How the events of one kind of stream fold into a state. */
export interface Aggregate<State, Event extends DomainEvent> {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly owns: (event: DomainEvent) => event is Event;
}

/** A state, and the stream version it was folded from. */
export interface Folded<State> {
  readonly state: State;
  readonly version: number;
}
