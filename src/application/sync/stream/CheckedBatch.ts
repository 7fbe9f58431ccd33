import type { Did } from "../../../domain/atproto/Did.ts";
import type { Actor } from "../../../domain/record/index/Actor.ts";
import type { DeadLetter } from "../../../domain/sync/DeadLetters.ts";
import type { AccountChange, IdentityEvent, StateEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import type { CheckedCommit, FoundGap } from "./CheckedCommit.ts";

/** An event that was checked and concerns this instance, or may do so. */
export type CheckedEvent = CheckedCommit | FoundGap | StateEvent | IdentityEvent | AccountChange;

/** A checked event with its position in the source. */
export interface PositionedEvent {
  readonly cursor: number;
  readonly event: CheckedEvent;
}

/** Consecutive events of a source, checked, in order. */
export interface CheckedBatch {
  readonly events: ReadonlyArray<PositionedEvent>;
  /** What could not be read. */
  readonly undecodable: ReadonlyArray<DeadLetter>;
  /** The identities that were resolved to verify the events. */
  readonly resolved: ReadonlyMap<Did, Actor>;
  /** The positions of all events of the batch, including those that do not concern this instance. Never empty. */
  readonly cursors: ReadonlyArray<number>;
  /** The position to continue from, and its time. */
  readonly cursor: number;
  readonly time: number | null;
  /** The collections in use of which records changed, whoever the author is. */
  readonly collections: ReadonlySet<string>;
  /** The number of events that arrived. */
  readonly received: number;
}
