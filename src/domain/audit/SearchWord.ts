import type { RecordedEvent } from "../event/Envelope.ts";

/** A word of a search, and what it can mean. An event matches a word if one of its meanings is true of the event. */
export interface SearchWord {
  /** The authorization, the request or the stream, in full. */
  readonly id: string;
  /** The account that the event is about. */
  readonly dids: ReadonlyArray<string>;
  /** The app that was used. */
  readonly clientIds: ReadonlyArray<string>;
  readonly types: ReadonlyArray<string>;
  /** How the code of the reason begins. */
  readonly reason: string;
  /** The record that the event is about; null if the word is no AT URI. */
  readonly uri: string | null;
  /** The position in the log; null if the word is no number. */
  readonly position: number | null;
}

/** Whether an event matches a word of a search. */
export const matchesWord = (
  { authorizationId, clientId, data, position, reason, requestId, stream, subjectDid, type }: RecordedEvent,
  word: SearchWord
): boolean =>
  [authorizationId, requestId, stream].some((each) => each === word.id) ||
  word.dids.some((did) => did === subjectDid) ||
  word.clientIds.some((id) => id === clientId) ||
  word.types.includes(type) ||
  reason?.startsWith(word.reason) === true ||
  (word.uri !== null && data.uri === word.uri) ||
  position === word.position;
