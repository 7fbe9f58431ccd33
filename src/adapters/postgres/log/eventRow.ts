import type { RecordedEvent } from "../../../domain/event/Envelope.ts";

/** A row of `tidemark.events` as `eventColumns` selects it: an event, with its actor in two columns. */
export interface EventRow extends Omit<RecordedEvent, "actor"> {
  readonly actorType: RecordedEvent["actor"]["type"];
  readonly actorId: string | null;
}

/** The select list of an `EventRow`. */
export const eventColumns = `position, stream, version, id, type, occurred_at as "occurredAt", recorded_at as "recordedAt",
  actor_type as "actorType", actor_id as "actorId", client_id as "clientId", authorization_id as "authorizationId",
  subject_did as "subjectDid", request_id as "requestId", causation_id as "causationId",
  correlation_id as "correlationId", outcome, reason, data, leaf_hash as "leafHash"`;

/** Returns the event of a row. It is not decoded again: the log wrote it, and its leaf hash proves it. */
export const recordedEvent = ({ actorType, actorId, ...row }: EventRow): RecordedEvent => ({
  ...row,
  actor: { type: actorType, id: actorId }
});
