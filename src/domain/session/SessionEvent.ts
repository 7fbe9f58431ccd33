import * as Schema from "effect/Schema";
import { Did } from "../atproto/Did.ts";

/** Why a session at a PDS ended, in machine words. */
export const SessionEnd = Schema.Literal(
  "refused-by-pds",
  "lost-response",
  "issuer-changed",
  "subject-changed",
  "account-moved",
  "address-changed",
  "revoked",
  "secrets-missing"
);
export type SessionEnd = typeof SessionEnd.Type;

/** The PDS gave tokens for a person. They are in the vault; here is only whose they are and how long they last. */
export class SessionEstablished extends Schema.TaggedClass<SessionEstablished>()("SessionEstablished.v1", {
  sessionId: Schema.String,
  authorizationId: Schema.String,
  did: Did,
  pds: Schema.String,
  issuer: Schema.String,
  scope: Schema.String,
  jkt: Schema.String,
  accessExpiresAt: Schema.Int
}) {}

/** A refresh is about to be sent. Without an outcome after it, what the PDS did is not known. */
export class SessionRefreshStarted extends Schema.TaggedClass<SessionRefreshStarted>()("SessionRefreshStarted.v1", {
  sessionId: Schema.String,
  fence: Schema.Int
}) {}

export class SessionRefreshed extends Schema.TaggedClass<SessionRefreshed>()("SessionRefreshed.v1", {
  sessionId: Schema.String,
  fence: Schema.Int,
  scope: Schema.String,
  accessExpiresAt: Schema.Int
}) {}

/** A refresh that the PDS did not perform; the session goes on. */
export class SessionRefreshFailed extends Schema.TaggedClass<SessionRefreshFailed>()("SessionRefreshFailed.v1", {
  sessionId: Schema.String,
  fence: Schema.Int,
  reason: Schema.Literal("unreachable", "timeout", "server-error", "rate-limited", "client-refused", "malformed")
}) {}

export class SessionEnded extends Schema.TaggedClass<SessionEnded>()("SessionEnded.v1", {
  sessionId: Schema.String,
  reason: SessionEnd
}) {}

/** What happens to the session that the service holds at a person's PDS. */
export const SessionEvent = Schema.Union(
  SessionEstablished,
  SessionRefreshStarted,
  SessionRefreshed,
  SessionRefreshFailed,
  SessionEnded
);
export type SessionEvent = typeof SessionEvent.Type;
