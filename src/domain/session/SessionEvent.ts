import * as Schema from "effect/Schema";
import { PersonalDid } from "../personal/personal.ts";

/** The code for why a session at a PDS ended. */
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

/**
 * The PDS issued tokens for a user. The tokens are in the vault; the event records only the account and their lifetime.
 */
export class SessionEstablished extends Schema.TaggedClass<SessionEstablished>()("SessionEstablished.v1", {
  sessionId: Schema.String,
  authorizationId: Schema.String,
  did: PersonalDid,
  pds: Schema.String,
  issuer: Schema.String,
  scope: Schema.String,
  jkt: Schema.String,
  accessExpiresAt: Schema.Int
}) {}

/** A refresh is about to be sent. Without a later outcome, it is unknown what the PDS did. */
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

/** The code for why tokens were not refreshed. With the first four it is unknown whether the PDS acted. */
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
 * A refresh failed, and the session continues with its tokens. No attempt is made before `retryAt`, in Unix
 * milliseconds; older events do not have it.
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

/** Tokens arrived for a session that had ended in the meantime. They are revoked, too. */
export class SessionTokensArrivedLate extends Schema.TaggedClass<SessionTokensArrivedLate>()(
  "SessionTokensArrivedLate.v1",
  { sessionId: Schema.String, fence: Schema.Int }
) {}

/** The PDS confirmed the revocation of the session (RFC 7009). Its tokens are erased. */
export class SessionRevokedAtPds extends Schema.TaggedClass<SessionRevokedAtPds>()("SessionRevokedAtPds.v1", {
  sessionId: Schema.String
}) {}

/** The code for why a session could not be revoked at the PDS. */
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

/** The session was not revoked at the PDS, and no further attempt is made. Its tokens are erased here. */
export class SessionRevocationAbandoned extends Schema.TaggedClass<SessionRevocationAbandoned>()(
  "SessionRevocationAbandoned.v1",
  { sessionId: Schema.String, reason: RevocationFailure }
) {}

/** The events of a session of the service at the PDS of a user. */
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
