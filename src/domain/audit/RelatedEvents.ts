import type { RecordedEvent } from "../event/Envelope.ts";

/** Selects the events of some authorizations, streams and requests. */
export interface RelatedEvents {
  readonly authorizations: ReadonlyArray<string>;
  /** The types that events of the authorizations must have. */
  readonly types: ReadonlyArray<string>;
  readonly streams: ReadonlyArray<string>;
  readonly requests: ReadonlyArray<string>;
}

const isIn = (values: ReadonlyArray<string>, value: string | null): boolean => value !== null && values.includes(value);

/** Whether an event is one of them. */
export const isRelated = (
  { authorizationId, requestId, stream, type }: RecordedEvent,
  { authorizations, requests, streams, types }: RelatedEvents
): boolean =>
  (isIn(authorizations, authorizationId) && types.includes(type)) ||
  streams.some((each) => each === stream) ||
  isIn(requests, requestId);
