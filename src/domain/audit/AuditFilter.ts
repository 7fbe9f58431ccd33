import type { RecordedEvent } from "../event/Envelope.ts";

/**
 * Which events of the history are meant: those that everything that is given holds of. Times are compared with
 * `recordedAt`, as ISO 8601 in UTC with milliseconds: from `since` on, and before `until`.
 */
export interface AuditFilter {
  readonly did?: string;
  readonly clientId?: string;
  /** One of them; none given is all. */
  readonly types?: ReadonlyArray<string>;
  readonly authorizationId?: string;
  readonly outcome?: RecordedEvent["outcome"];
  readonly reason?: string;
  readonly stream?: string;
  readonly requestId?: string;
  readonly id?: string;
  /** The address of a record that the event tells of. */
  readonly uri?: string;
  readonly since?: string;
  readonly until?: string;
  /** What belongs to one authorization: its own events, those that it led to, and those of some streams. */
  readonly journey?: Journey;
}

/** An authorization, and the streams of what happened for it without naming it. */
export interface Journey {
  readonly authorizationId: string;
  readonly streams: ReadonlyArray<string>;
}

const belongs = ({ authorizationId, correlationId, stream }: RecordedEvent, journey: Journey): boolean =>
  authorizationId === journey.authorizationId ||
  correlationId === journey.authorizationId ||
  journey.streams.includes(stream);

const isOrAny = <A>(wanted: A | undefined, found: A | null): boolean => wanted === undefined || wanted === found;

/** Whether an event is meant by a filter. */
export const matchesAuditFilter = (filter: AuditFilter, event: RecordedEvent): boolean =>
  isOrAny(filter.did, event.subjectDid) &&
  isOrAny(filter.clientId, event.clientId) &&
  (filter.types === undefined || filter.types.includes(event.type)) &&
  isOrAny(filter.authorizationId, event.authorizationId) &&
  isOrAny(filter.outcome, event.outcome) &&
  isOrAny(filter.reason, event.reason) &&
  isOrAny(filter.stream, event.stream) &&
  isOrAny(filter.requestId, event.requestId) &&
  isOrAny(filter.id, event.id) &&
  isOrAny<unknown>(filter.uri, event.data.uri) &&
  (filter.since === undefined || event.recordedAt >= filter.since) &&
  (filter.until === undefined || event.recordedAt < filter.until) &&
  (filter.journey === undefined || belongs(event, filter.journey));
