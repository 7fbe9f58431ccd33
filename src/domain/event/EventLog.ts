import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type * as Stream from "effect/Stream";
import { UnavailableReason } from "../storage/UnavailableReason.ts";
import type { NewEvent, RecordedEvent } from "./Envelope.ts";
import { StreamName } from "./StreamName.ts";

/** Somebody else appended first: `actual` is the version the stream has. */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("VersionConflict", {
  stream: StreamName,
  expected: Schema.Number,
  actual: Schema.Number
}) {}

/**
 * The log cannot be used: it is out of reach, refuses what cannot be stored (`refused`), is closing with the process
 * (`stopping`), holds events that this version cannot read (`unreadable`), or a projection of it is not up to date in time
 * (`behind`). Nothing was appended, or, where it was out of reach, the outcome is not known.
 */
export class EventLogUnavailable extends Schema.TaggedError<EventLogUnavailable>()("EventLogUnavailable", {
  operation: Schema.Literal("append", "load", "read", "head", "follow", "find"),
  reason: Schema.Literal(...UnavailableReason.literals, "refused", "stopping", "unreadable", "behind"),
  cause: Schema.Defect
}) {
  override get message(): string {
    return `The event log is not available (${this.operation}, ${this.reason})`;
  }
}

/**
 * The log already holds an event with this id. Ids are random, so that it is a fault of the program: `append` dies with it,
 * and nothing was appended.
 */
export class EventIdTaken extends Schema.TaggedError<EventIdTaken>()("EventIdTaken", {}) {
  override get message(): string {
    return "The event log already holds an event with this id";
  }
}

/** A reader stands beyond the end of the log, as after a restored backup; reading on would skip events silently. */
export class CursorBeyondHead extends Schema.TaggedError<CursorBeyondHead>()("CursorBeyondHead", {
  cursor: Schema.Number,
  head: Schema.Number
}) {}

/** The positions after one up to and with another. */
export interface PositionRange {
  readonly after: number;
  readonly upTo: number;
}

/**
 * The append-only log. Positions are gapless from 1 in commit order, so that one integer is a reader's whole state.
 * `append` joins a surrounding `Atomically` transaction where there is one.
 */
export class EventLog extends Context.Tag("domain/EventLog")<
  EventLog,
  {
    /**
     * Appends all of the events or none; `expectedVersion` is the stream's version before, 0 for a new stream. No events
     * are nothing to append, whatever the version. When the outcome is not known, repeating the append with the same
     * version gives VersionConflict where it was stored.
     */
    readonly append: (
      stream: StreamName,
      expectedVersion: number,
      events: ReadonlyArray<NewEvent>
    ) => Effect.Effect<ReadonlyArray<RecordedEvent>, VersionConflict | EventLogUnavailable>;
    /** The relevant events of a stream in order, none of them superseded (`compaction.ts`); none for an unknown stream. */
    readonly load: (stream: StreamName) => Effect.Effect<ReadonlyArray<RecordedEvent>, EventLogUnavailable>;
    /** At most `limit` events after a position, in order. */
    readonly read: (
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<RecordedEvent>, EventLogUnavailable | CursorBeyondHead>;
    /**
     * At most `limit` events of a range of positions, in order, without those of the types to skip. With fewer than
     * `limit` the whole range was read.
     */
    readonly readRange: (
      range: PositionRange,
      limit: number,
      skippedTypes: ReadonlySet<string>
    ) => Effect.Effect<ReadonlyArray<RecordedEvent>, EventLogUnavailable>;
    /** The position of the last event; 0 for an empty log. */
    readonly head: Effect.Effect<number, EventLogUnavailable>;
    /** Every event after a position, then each new one as it is committed, by any process; it does not end. */
    readonly follow: (after: number) => Stream.Stream<RecordedEvent, EventLogUnavailable | CursorBeyondHead>;
  }
>() {}
