import type { VersionedEvent } from "../event/assignVersions.ts";
import { relevantEvents } from "../event/compaction.ts";
import type { RecordedEvent } from "../event/Envelope.ts";
import { authorizations } from "../projection/authorizations.ts";
import { type ByType, changeBy } from "../projection/ByType.ts";
import { isKnownEvent, type KnownEvent } from "../projection/KnownEvent.ts";
import { openSessions } from "../projection/openSessions.ts";
import { openWrites } from "../projection/openWrites.ts";
import { pendingRevocations } from "../projection/pendingRevocations.ts";
import { unredeemedCodes } from "../projection/unredeemedCodes.ts";
import type { RetentionClass } from "./RetentionClass.ts";
import { retentionByType } from "./retentionByType.ts";

/** What may be archived: events of a class that were recorded before a time (ISO 8601), up to a position. */
export interface ArchivalLimit {
  readonly class: RetentionClass;
  readonly before: string;
  readonly upTo: number;
}

/** A change of a projection that begins or ends a state in which more events of the stream follow. */
const stays: Readonly<Record<string, boolean>> = {
  "write-opened": true,
  "write-in-doubt": true,
  "write-not-found": false,
  "write-closed": false,
  "revocation-enqueued": true,
  "revocation-completed": false,
  "session-opened": true,
  "session-ended": false,
  "authorization-granted": true,
  "authorization-ended": false,
  "code-issued": true,
  "code-closed": false
};

const tables: ReadonlyArray<ByType<{ readonly _tag: string }>> = [
  openWrites,
  pendingRevocations,
  openSessions,
  authorizations,
  unredeemedCodes
];

const isOpenIn = (table: ByType<{ readonly _tag: string }>, events: ReadonlyArray<KnownEvent>): boolean =>
  events.reduce((isOpen, event) => {
    const change = changeBy(table, event);
    return change === null ? isOpen : (stays[change._tag] ?? isOpen);
  }, false);

const known = (events: ReadonlyArray<VersionedEvent>): ReadonlyArray<KnownEvent> =>
  events.flatMap((event): ReadonlyArray<KnownEvent> => (isKnownEvent(event) ? [event] : []));

/**
 * Whether no projection waits for more events of a stream: no authorization is active, no session or code is open, no
 * token is to be revoked, and no write is without an outcome. A stream with an event that this version cannot read is
 * not settled.
 */
export const isSettled = (events: ReadonlyArray<VersionedEvent>): boolean => {
  const read = known(events);
  return read.length === events.length && tables.every((table) => !isOpenIn(table, read));
};

const isInLimit = ({ before, class: of, upTo }: ArchivalLimit, event: RecordedEvent): boolean =>
  retentionByType.get(event.type)?.class === of && event.recordedAt < before && event.position <= upTo;

/**
 * Returns which events of a stream may be archived, given all that the database has of it: all of them if the stream is
 * settled and the last one is old enough; otherwise the old ones that are superseded, without which the stream folds to
 * the same state.
 */
export const archivableEvents = <Event extends RecordedEvent>(
  events: ReadonlyArray<Event>,
  limit: ArchivalLimit
): ReadonlyArray<Event> => {
  const old = events.filter((event) => isInLimit(limit, event));
  if (old.length === events.length && isSettled(events)) return old;
  const needed = new Set<RecordedEvent>(relevantEvents(events));
  return old.filter((event) => retentionByType.get(event.type)?.leaves === "once-superseded" && !needed.has(event));
};
