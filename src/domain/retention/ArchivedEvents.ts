import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { RecordedEvent } from "../event/Envelope.ts";
import type { PositionRange } from "../event/EventLog.ts";
import type { StreamName } from "../event/StreamName.ts";
import type { StoredGroup } from "../personal/storedParts.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { ArchivedRow } from "./ArchivedRow.ts";
import type { ArchivalLimit } from "./archivableEvents.ts";
import type { RetentionClass } from "./RetentionClass.ts";

/** An event with its personal parts as they are stored: encrypted under the keys of the persons. */
export interface StoredEvent {
  readonly event: RecordedEvent;
  readonly sealed: ReadonlyArray<StoredGroup>;
}

/** An event of an archive: its committed form, and its personal parts, encrypted. */
export interface ArchivedContent extends Pick<RecordedEvent, "position" | "leafHash"> {
  readonly event: Readonly<Record<string, unknown>>;
  readonly sealed: ReadonlyArray<StoredGroup>;
}

/** Events that are to leave the database for an archive, in order of their positions. */
export interface Archival {
  readonly class: RetentionClass;
  readonly archive: number;
  readonly events: ReadonlyArray<StoredEvent>;
}

/**
 * Nothing was moved: one of the events is not there as it was read (`changed`), the history is behind the log
 * (`history-behind`), or the stored projections are being rebuilt (`rebuilding`).
 */
export class ArchivalRefused extends Schema.TaggedError<ArchivalRefused>()("ArchivalRefused", {
  reason: Schema.Literal("changed", "history-behind", "rebuilding")
}) {}

/**
 * The events that were archived, as far as the database keeps something of them, and those that can be. `EventLog` does not
 * return archived events; the tree of the log has their leaves.
 */
export class ArchivedEvents extends Context.Tag("domain/ArchivedEvents")<
  ArchivedEvents,
  {
    /**
     * Returns the streams of up to `limit` events after a position that are within a limit by their type and time, in order of
     * position. Whether they may be archived is for `archivableEvents` to say.
     */
    readonly candidates: (
      limit: ArchivalLimit,
      after: number,
      count: number
    ) => Effect.Effect<ReadonlyArray<Pick<RecordedEvent, "position" | "stream">>, StorageUnavailable>;
    /** Returns all events that the database has of some streams, also superseded ones, in order of position. */
    readonly ofStreams: (
      streams: ReadonlyArray<StreamName>
    ) => Effect.Effect<ReadonlyArray<StoredEvent>, StorageUnavailable>;
    /**
     * Replaces events by what the database keeps of them, and removes what follows from them in the stored projections and the
     * history. Joins a surrounding `Atomically` transaction, which must append the event of the archive. A stream that has no
     * other events can still not begin anew.
     */
    readonly archive: (archival: Archival) => Effect.Effect<void, ArchivalRefused | StorageUnavailable>;
    /** Returns what is kept of the archived events of a range of positions, in order. */
    readonly range: (range: PositionRange) => Effect.Effect<ReadonlyArray<ArchivedRow>, StorageUnavailable>;
    /**
     * Returns the events of contents of an archive with their personal values, as far as these were not erased. The contents
     * are not compared with anything.
     */
    readonly open: (
      contents: ReadonlyArray<ArchivedContent>
    ) => Effect.Effect<ReadonlyArray<RecordedEvent>, StorageUnavailable>;
  }
>() {}
