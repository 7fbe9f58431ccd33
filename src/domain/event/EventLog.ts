import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type * as Stream from "effect/Stream";
import type { Did } from "../atproto/Did.ts";
import { UnavailableReason } from "../storage/UnavailableReason.ts";
import type { NewEvent, RecordedEvent } from "./Envelope.ts";
import { StreamName } from "./StreamName.ts";

/** Another writer appended to the stream first; `actual` is its current version. */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("VersionConflict", {
  stream: StreamName,
  expected: Schema.Number,
  actual: Schema.Number
}) {}

/**
 * The log cannot be used: it is unreachable, cannot store the events (`refused`), is closing with the process
 * (`stopping`), holds events that this version cannot read (`unreadable`), or has a projection that did not catch up in
 * time (`behind`). Nothing was appended; if the log was unreachable, the outcome is unknown.
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
 * The log already holds an event with this id. Ids are random, so that it is a fault of the program: `append` dies with
 * it, and nothing was appended.
 */
export class EventIdTaken extends Schema.TaggedError<EventIdTaken>()("EventIdTaken", {}) {
  override get message(): string {
    return "The event log already holds an event with this id";
  }
}

/** A reader is beyond the end of the log, as after a restored backup. To read on would skip events silently. */
export class CursorBeyondHead extends Schema.TaggedError<CursorBeyondHead>()("CursorBeyondHead", {
  cursor: Schema.Number,
  head: Schema.Number
}) {}

/** A range of positions: after one (exclusive), up to another (inclusive). */
export interface PositionRange {
  readonly after: number;
  readonly upTo: number;
}

/**
 * The append-only log. Positions are gapless from 1 in commit order, so one integer is the complete state of a reader.
 * `append` joins a surrounding `Atomically` transaction.
 */
export class EventLog extends Context.Tag("domain/EventLog")<
  EventLog,
  {
    /**
     * Appends all of the events or none. `expectedVersion` is the current version of the stream, 0 for a new stream. An
     * empty list appends nothing, whatever the version. If the outcome of an append is unknown, repeat it with the same
     * version: it fails with `VersionConflict` if the first one was stored.
     */
    readonly append: (
      stream: StreamName,
      expectedVersion: number,
      events: ReadonlyArray<NewEvent>
    ) => Effect.Effect<ReadonlyArray<RecordedEvent>, VersionConflict | EventLogUnavailable>;
    /** Returns the relevant events of a stream in order, without superseded ones (`compaction.ts`); may be empty. */
    readonly load: (stream: StreamName) => Effect.Effect<ReadonlyArray<RecordedEvent>, EventLogUnavailable>;
    /**
     * Returns the relevant events of a stream as far as this process has them in memory, without reading; may be empty.
     * Another process may have appended since, which an append with the version of the last one finds out.
     */
    readonly cached: (stream: StreamName) => Effect.Effect<ReadonlyArray<RecordedEvent>>;
    /** Returns up to `limit` events after a position, in order. */
    readonly read: (
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<RecordedEvent>, EventLogUnavailable | CursorBeyondHead>;
    /**
     * Returns up to `limit` events of a range of positions, in order, without the skipped types. Fewer than `limit`
     * events mean that the whole range was read.
     */
    readonly readRange: (
      range: PositionRange,
      limit: number,
      skippedTypes: ReadonlySet<string>
    ) => Effect.Effect<ReadonlyArray<RecordedEvent>, EventLogUnavailable>;
    /** Returns the leaf hash of the event at a position, archived or not, in base64url; null if there is none. */
    readonly leafHash: (position: number) => Effect.Effect<string | null, EventLogUnavailable>;
    /**
     * Returns the pseudonym that stands for a person in the names of streams. It is random, and another one after an
     * erasure; it is the hash of the DID where streams that precede `PersonalDataSeparated.v1` have that name.
     */
    readonly pseudonym: (did: Did) => Effect.Effect<string, EventLogUnavailable>;
    /** The position of the last event; 0 for an empty log. */
    readonly head: Effect.Effect<number, EventLogUnavailable>;
    /** Streams every event after a position, then each new one as any process commits it. The stream never ends. */
    readonly follow: (after: number) => Stream.Stream<RecordedEvent, EventLogUnavailable | CursorBeyondHead>;
  }
>() {}
