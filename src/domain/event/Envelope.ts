import * as Schema from "effect/Schema";
import { Did } from "../atproto/Did.ts";
import { PersonalPart } from "../personal/PersonalPart.ts";
import { EventId } from "./EventId.ts";
import { StreamName } from "./StreamName.ts";

/** Who caused an event: a user by DID, an app by client id, an admin, the operator's command line, or the service. */
export const Actor = Schema.Struct({
  type: Schema.Literal("user", "client", "admin", "operator", "system"),
  id: Schema.NullOr(Schema.String)
});
export type Actor = typeof Actor.Type;

/** The actor of events that the service causes itself. */
export const systemActor = { type: "system", id: null } as const satisfies Actor;

/**
 * An event before it is appended: a fact, with who caused it, where and why. `type` is a past-tense name and a version
 * (`ClientRegistered.v1`). `data` holds hashes and identifiers, never a secret, token, code, key or record body. Events
 * of admins have a member `ipHash` there, a keyed hash of their address. Times are ISO 8601 in UTC with milliseconds.
 */
export const NewEvent = Schema.Struct({
  id: EventId,
  type: Schema.String.pipe(Schema.pattern(/^[A-Z][A-Za-z]+\.v[1-9][0-9]*$/)),
  occurredAt: Schema.String,
  actor: Actor,
  clientId: Schema.NullOr(Schema.String),
  authorizationId: Schema.NullOr(Schema.String),
  subjectDid: Schema.NullOr(Did),
  requestId: Schema.NullOr(Schema.String),
  causationId: Schema.NullOr(Schema.String),
  correlationId: Schema.NullOr(Schema.String),
  outcome: Schema.Literal("success", "failure"),
  reason: Schema.NullOr(Schema.String),
  data: Schema.Record({ key: Schema.String, value: Schema.Unknown })
});
export type NewEvent = typeof NewEvent.Type;

/**
 * An event in the log. `position` is gapless from 1 over the whole log, `version` is gapless from 1 within the stream,
 * and `leafHash` is the RFC 6962 leaf hash of the event in base64url: it covers a commitment
 * in place of each of the `personal` parts. Events that precede `PersonalDataSeparated.v1` have none.
 */
export const RecordedEvent = Schema.Struct({
  ...NewEvent.fields,
  position: Schema.Positive.pipe(Schema.int()),
  stream: StreamName,
  version: Schema.Positive.pipe(Schema.int()),
  recordedAt: Schema.String,
  leafHash: Schema.String,
  personal: Schema.optionalWith(Schema.Array(PersonalPart), { exact: true })
});
export type RecordedEvent = typeof RecordedEvent.Type;
