import * as Effect from "effect/Effect";
import type { EventType } from "../../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { withValues } from "../../../domain/personal/withValues.ts";
import { type Opener, openColumn, readColumn } from "../personal/openColumn.ts";
import type { PersonalColumn } from "../personal/personalColumn.ts";
import type { SubjectKeys } from "../personal/SubjectKeys.ts";

/**
 * A row of `tidemark.events` as `eventColumns` selects it: an event in its committed form, with its actor in two columns.
 * Where the leaf has a commitment, a text column holds its JSON.
 */
export interface EventRow extends Omit<RecordedEvent, "actor" | "personal"> {
  readonly actorType: RecordedEvent["actor"]["type"];
  readonly actorId: string | null;
  /** The column `personal`: a `PersonalColumn` that somebody may have changed, or null. */
  readonly personal: unknown;
}

/** The select list of an `EventRow`. */
export const eventColumns = `position, stream, version, id, type, occurred_at as "occurredAt", recorded_at as "recordedAt",
  actor_type as "actorType", actor_id as "actorId", client_id as "clientId", authorization_id as "authorizationId",
  subject_did as "subjectDid", request_id as "requestId", causation_id as "causationId",
  correlation_id as "correlationId", outcome, reason, data, leaf_hash as "leafHash", personal`;

const erasure: EventType = "SubjectErased.v1";

const parseCommitted = (text: string | null): unknown => {
  if (text === null || !text.startsWith("{")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const withoutPersonal = ({ actorId, actorType, personal: _, ...row }: EventRow): RecordedEvent => ({
  ...row,
  actor: { type: actorType, id: actorId }
});

/** Returns the event of a row. It is not decoded again: the log wrote it, and its leaf hash proves it. */
const recordedEvent = (row: EventRow, column: PersonalColumn | null, opener: Opener): RecordedEvent => {
  const event = withoutPersonal(row);
  if (column === null) return event;
  const committed = {
    subjectDid: parseCommitted(row.subjectDid),
    actor: { id: parseCommitted(row.actorId) },
    data: row.data
  };
  const { parts, values } = openColumn(row.id, committed, column, opener);
  return { ...withValues(event, values), personal: parts };
};

const subjectsOf = (columns: ReadonlyArray<PersonalColumn | null>): ReadonlySet<string> =>
  new Set(columns.flatMap((column) => column?.groups.map(({ subject }) => subject) ?? []));

/** Whether the erasure of a person is among events: what was known of persons before is out of date after it. */
export const haveErasure = (events: ReadonlyArray<Pick<EventRow, "type">>): boolean =>
  events.some(({ type }) => type === erasure);

const joinRows = Effect.fnUntraced(function* (
  keys: SubjectKeys["Type"],
  rows: ReadonlyArray<EventRow>,
  hasTerms: boolean
) {
  if (haveErasure(rows)) yield* keys.forget;
  const columns = rows.map(({ personal }) => (personal === null ? null : readColumn(personal)));
  const opener = { cipher: keys.cipher, subjects: yield* keys.ofIds(subjectsOf(columns)), hasTerms };
  return rows.map((row, at) => recordedEvent(row, columns[at] ?? null, opener));
});

/**
 * Returns the events of rows, with their personal values as far as these were not erased. When an erasure is among them,
 * what is cached of persons is forgotten.
 */
export const recordedEvents = (keys: SubjectKeys["Type"], rows: ReadonlyArray<EventRow>) => joinRows(keys, rows, true);

/** As `recordedEvents`, of rows that were made from an archive. */
export const archivedEvents = (keys: SubjectKeys["Type"], rows: ReadonlyArray<EventRow>) => joinRows(keys, rows, false);
