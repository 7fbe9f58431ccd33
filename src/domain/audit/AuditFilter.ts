import type { RecordedEvent } from "../event/Envelope.ts";
import { isRelated, type RelatedEvents } from "./RelatedEvents.ts";
import { matchesWord, type SearchWord } from "./SearchWord.ts";

/**
 * Selects the events of the history that satisfy all of its members. Times are ISO 8601 in UTC with milliseconds and
 * are compared with `recordedAt`: `since` is inclusive, `until` exclusive.
 */
export interface AuditFilter {
  readonly did?: string;
  readonly clientId?: string;
  /** The event has one of these types; absent for all types. */
  readonly types?: ReadonlyArray<string>;
  readonly authorizationId?: string;
  readonly outcome?: RecordedEvent["outcome"];
  readonly reason?: string;
  readonly stream?: string;
  readonly requestId?: string;
  readonly id?: string;
  /** The AT URI of the record that the event is about. */
  readonly uri?: string;
  readonly since?: string;
  readonly until?: string;
  /** The event belongs to one authorization: its own events, those that it caused, and those of some streams. */
  readonly journey?: Journey;
  /** The event belongs to one of these authorizations, streams and requests. */
  readonly related?: RelatedEvents;
  /** The event matches each of these words. */
  readonly words?: ReadonlyArray<SearchWord>;
}

/** An authorization, and the streams of related events that do not name it. */
export interface Journey {
  readonly authorizationId: string;
  readonly streams: ReadonlyArray<string>;
}

const belongs = ({ authorizationId, correlationId, stream }: RecordedEvent, journey: Journey): boolean =>
  authorizationId === journey.authorizationId ||
  correlationId === journey.authorizationId ||
  journey.streams.includes(stream);

const isOrAny = <A>(wanted: A | undefined, found: A | null): boolean => wanted === undefined || wanted === found;

/** Whether an event satisfies a filter. */
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
  (filter.journey === undefined || belongs(event, filter.journey)) &&
  (filter.related === undefined || isRelated(event, filter.related)) &&
  (filter.words === undefined || filter.words.every((word) => matchesWord(event, word)));
