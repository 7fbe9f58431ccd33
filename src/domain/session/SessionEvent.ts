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
  "client-key-retired",
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

/** Why tokens were not refreshed, in machine words. After the first four it is not known whether the PDS acted. */
export const RefreshFailure = Schema.Literal(
  "unreachable",
  "timeout",
  "server-error",
  "malformed",
  "rate-limited",
  "client-refused"
);
export type RefreshFailure = typeof RefreshFailure.Type;

/**
 * A refresh that brought no tokens; the session goes on with those that it has. The PDS is left alone until `retryAt`, in
 * Unix milliseconds; in what was written before there is none.
 */
export class SessionRefreshFailed extends Schema.TaggedClass<SessionRefreshFailed>()("SessionRefreshFailed.v1", {
  sessionId: Schema.String,
  fence: Schema.Int,
  reason: RefreshFailure,
  retryAt: Schema.optionalWith(Schema.Int, { exact: true })
}) {}

export class SessionEnded extends Schema.TaggedClass<SessionEnded>()("SessionEnded.v1", {
  sessionId: Schema.String,
  reason: SessionEnd
}) {}

/** Tokens came for a session that had ended while they were on their way. They are given back, too. */
export class SessionTokensArrivedLate extends Schema.TaggedClass<SessionTokensArrivedLate>()(
  "SessionTokensArrivedLate.v1",
  { sessionId: Schema.String, fence: Schema.Int }
) {}

/** The PDS was told that the session is over, and said that it heard (RFC 7009). Its tokens are erased. */
export class SessionRevokedAtPds extends Schema.TaggedClass<SessionRevokedAtPds>()("SessionRevokedAtPds.v1", {
  sessionId: Schema.String
}) {}

/** Why the PDS could not be told that a session is over, in machine words. */
export const RevocationFailure = Schema.Literal(
  "unreachable",
  "timeout",
  "server-error",
  "rate-limited",
  "client-refused",
  "malformed",
  "client-key-retired",
  "no-endpoint",
  "secrets-missing"
);
export type RevocationFailure = typeof RevocationFailure.Type;

/** The PDS was not told that the session is over, and nobody tries any more. Its tokens are erased here. */
export class SessionRevocationAbandoned extends Schema.TaggedClass<SessionRevocationAbandoned>()(
  "SessionRevocationAbandoned.v1",
  { sessionId: Schema.String, reason: RevocationFailure }
) {}

/** What happens to the session that the service holds at a person's PDS. */
export const SessionEvent = Schema.Union(
  SessionEstablished,
  SessionRefreshStarted,
  SessionRefreshed,
  SessionRefreshFailed,
  SessionEnded,
  SessionTokensArrivedLate,
  SessionRevokedAtPds,
  SessionRevocationAbandoned
);
export type SessionEvent = typeof SessionEvent.Type;
