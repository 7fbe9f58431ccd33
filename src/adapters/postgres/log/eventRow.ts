import * as Effect from "effect/Effect";
import type { EventType } from "../../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { joinParts } from "../../../domain/personal/storedParts.ts";
import { withValues } from "../../../domain/personal/withValues.ts";
import { openGroups, type PersonalColumn } from "../personal/personalColumn.ts";
import type { Subject, SubjectKeys } from "../personal/SubjectKeys.ts";

/**
 * A row of `tidemark.events` as `eventColumns` selects it: an event in its committed form, with its actor in two columns.
 * Where the leaf has a commitment, a text column holds its JSON.
 */
export interface EventRow extends Omit<RecordedEvent, "actor" | "personal"> {
  readonly actorType: RecordedEvent["actor"]["type"];
  readonly actorId: string | null;
  readonly personal: PersonalColumn | null;
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
const recordedEvent = (
  row: EventRow,
  { cipher }: Pick<SubjectKeys["Type"], "cipher">,
  subjects: ReadonlyMap<string, Subject>
): RecordedEvent => {
  const event = withoutPersonal(row);
  if (row.personal === null) return event;
  const committed = {
    subjectDid: parseCommitted(row.subjectDid),
    actor: { id: parseCommitted(row.actorId) },
    data: row.data
  };
  const { parts, values } = joinParts(committed, openGroups(row.id, row.personal, cipher, subjects));
  return { ...withValues(event, values), personal: parts };
};

const subjectsOf = (rows: ReadonlyArray<EventRow>): ReadonlySet<string> =>
  new Set(rows.flatMap(({ personal }) => personal?.groups.map(({ subject }) => subject) ?? []));

/** Whether the erasure of a person is among rows: what was known of persons before is out of date after it. */
export const haveErasure = (rows: ReadonlyArray<EventRow>): boolean => rows.some(({ type }) => type === erasure);

/**
 * Returns the events of rows, with their personal values as far as these were not erased. When an erasure is among them,
 * what is cached of persons is forgotten.
 */
export const recordedEvents = Effect.fnUntraced(function* (keys: SubjectKeys["Type"], rows: ReadonlyArray<EventRow>) {
  if (haveErasure(rows)) yield* keys.forget;
  const subjects = yield* keys.ofIds(subjectsOf(rows));
  return rows.map((row) => recordedEvent(row, keys, subjects));
});
