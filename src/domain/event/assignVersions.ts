import { type CommitmentSource, type OwnedPart, ownedParts } from "../personal/personalParts.ts";
import { type CommittedMembers, committedMembers } from "./committedMembers.ts";
import type { NewEvent, RecordedEvent } from "./Envelope.ts";
import { leafHashBy } from "./leafHash.ts";
import type { StreamName } from "./StreamName.ts";

/** An event with its version and hash, and without a position in the log. */
export type VersionedEvent = Omit<RecordedEvent, "position">;

/** An event that is ready to be stored, with its personal parts and the form that its leaf hash covers. */
export interface PreparedEvent {
  readonly event: VersionedEvent;
  readonly committed: CommittedMembers;
  readonly owned: ReadonlyArray<OwnedPart>;
}

const replacement = "\ufffd";

const storableText = (text: string): string => text.toWellFormed().replaceAll("\u0000", replacement);

const storableOrNull = (text: string | null): string | null => (text === null ? null : storableText(text));

/** Of the escapes that `JSON.stringify` writes, only those of NUL and of lone surrogates cannot be stored. */
const escapes = /\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g;

const withoutUnstorable = (json: string): string =>
  json.replace(escapes, (whole: string, escape: string) => (escape.length === 5 ? replacement : whole));

const storableData = (data: NewEvent["data"]): NewEvent["data"] => {
  const json = JSON.stringify(data);
  return JSON.parse(json.includes("\\u") ? withoutUnstorable(json) : json);
};

const assignVersion = (
  event: NewEvent,
  stream: StreamName,
  version: number,
  recordedAt: string,
  source: CommitmentSource
): PreparedEvent => {
  const storable = {
    id: event.id,
    type: event.type,
    occurredAt: storableText(event.occurredAt),
    actor: { type: event.actor.type, id: storableOrNull(event.actor.id) },
    clientId: storableOrNull(event.clientId),
    authorizationId: storableOrNull(event.authorizationId),
    subjectDid: event.subjectDid,
    requestId: storableOrNull(event.requestId),
    causationId: storableOrNull(event.causationId),
    correlationId: storableOrNull(event.correlationId),
    outcome: event.outcome,
    reason: storableOrNull(event.reason),
    data: storableData(event.data),
    stream,
    version,
    recordedAt
  };
  const owned = ownedParts(storable, source);
  const unhashed = owned.length === 0 ? storable : { ...storable, personal: owned.map(({ part }) => part) };
  const committed = committedMembers(unhashed);
  return { event: { ...unhashed, leafHash: leafHashBy(unhashed, committed, source.hashing) }, committed, owned };
};

/**
 * Assigns versions after `expectedVersion` and hashes to events of a stream. The hash covers what is stored: the data
 * as JSON, with U+FFFD for NUL and lone surrogates, which text columns and UTF-8 cannot represent, and a commitment in
 * place of each personal value.
 */
export const assignVersions = (
  stream: StreamName,
  expectedVersion: number,
  events: ReadonlyArray<NewEvent>,
  recordedAt: string,
  source: CommitmentSource
): ReadonlyArray<PreparedEvent> =>
  events.map((event, index) => assignVersion(event, stream, expectedVersion + index + 1, recordedAt, source));
