import { type DomainEvent, type EventType, knownEventTypes } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import type { SnapshotForm } from "./snapshot/SnapshotForm.ts";

/** The state of a read model, and the position of the last event folded into it. */
export interface At<State> {
  readonly position: number;
  readonly state: State;
}

/** A state in memory, folded from events of some types. All others are skipped without being decoded. */
export interface ReadModel<State> {
  /** A noun, such as `client registry`. */
  readonly name: string;
  readonly types: ReadonlySet<EventType>;
  readonly initial: State;
  readonly evolve: (state: State, event: DomainEvent, recorded: RecordedEvent) => State;
  readonly snapshot: SnapshotForm<State>;
}

/** Returns the known types that none of the read models is folded from. An unknown type is never among them. */
export const skippedBy = (...models: ReadonlyArray<{ readonly types: ReadonlySet<string> }>): ReadonlySet<string> => {
  const folded = new Set<string>(models.flatMap(({ types }) => [...types]));
  return new Set([...knownEventTypes].filter((type) => !folded.has(type)));
};
