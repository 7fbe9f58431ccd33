import * as Schema from "effect/Schema";
import { Did } from "../atproto/Did.ts";
import { IdentityUnresolvable } from "../identity/IdentityResolver.ts";
import { UpstreamFailure } from "../session/UpstreamAuthorization.ts";

/** Why a login did not come to its end, in machine words. */
export const LoginFailure = Schema.Literal(
  "access-denied",
  "browser-mismatch",
  "identity-unresolvable",
  "issuer-mismatch",
  "subject-mismatch",
  "scope-too-small",
  "upstream-refused",
  "upstream-unavailable",
  "request-used",
  "client-changed",
  "expired"
);
export type LoginFailure = typeof LoginFailure.Type;

/** What was wrong with the account, or with its PDS. */
export const LoginFailureDetail = Schema.Union(IdentityUnresolvable.fields.reason, UpstreamFailure.fields.reason);
export type LoginFailureDetail = typeof LoginFailureDetail.Type;

/** Why an authorization ended, in machine words. */
export const AuthorizationEnd = Schema.Literal(
  "code-replayed",
  "refresh-token-reused",
  "revoked-by-client",
  "revoked-by-user",
  "revoked-by-admin",
  "session-ended",
  "client-deleted",
  "expired",
  "code-unused"
);
export type AuthorizationEnd = typeof AuthorizationEnd.Type;

const Milliseconds = Schema.Int;

/** An app asked for an authorization. `browserHash` binds it to the browser that came (SHA-256 of a cookie). */
export class AuthorizationRequested extends Schema.TaggedClass<AuthorizationRequested>()("AuthorizationRequested.v1", {
  authorizationId: Schema.String,
  clientId: Schema.String,
  redirectUri: Schema.String,
  scope: Schema.String,
  codeChallenge: Schema.String,
  dpopJkt: Schema.NullOr(Schema.String),
  browserHash: Schema.String,
  /** SHA-256 of the `request_uri`, where the request was pushed. */
  requestHash: Schema.optionalWith(Schema.String, { exact: true }),
  /** SHA-256 of the metadata document that was in force, where the client has one. */
  documentDigest: Schema.optionalWith(Schema.String, { exact: true }),
  requestedAt: Milliseconds,
  expiresAt: Milliseconds
}) {}

/**
 * The person was shown who asks for what, because nobody here vouches for the client. `shownHash` is of what was shown,
 * `confirmationHash` of what the answer must bring.
 */
export class ConfirmationAsked extends Schema.TaggedClass<ConfirmationAsked>()("ConfirmationAsked.v1", {
  authorizationId: Schema.String,
  confirmationHash: Schema.String,
  shownHash: Schema.String
}) {}

/** The person lets the client go on, to the PDS. */
export class ClientConfirmed extends Schema.TaggedClass<ClientConfirmed>()("ClientConfirmed.v1", {
  authorizationId: Schema.String
}) {}

/** The person does not, and the app is told so. */
export class ClientDeclined extends Schema.TaggedClass<ClientDeclined>()("ClientDeclined.v1", {
  authorizationId: Schema.String
}) {}

/** The PDS accepted a pushed request; the browser is on its way there. `did` is null when only a server was named. */
export class UpstreamLoginStarted extends Schema.TaggedClass<UpstreamLoginStarted>()("UpstreamLoginStarted.v1", {
  authorizationId: Schema.String,
  did: Schema.NullOr(Did),
  pds: Schema.String,
  issuer: Schema.String,
  stateHash: Schema.String,
  scope: Schema.String
}) {}

/** The browser came back from the PDS, in the browser it left from; the return cannot be used again. */
export class UpstreamReturned extends Schema.TaggedClass<UpstreamReturned>()("UpstreamReturned.v1", {
  authorizationId: Schema.String
}) {}

/** The login ended without a code. `detail` is what the account's documents or its PDS did, where it was for that. */
export class LoginFailed extends Schema.TaggedClass<LoginFailed>()("LoginFailed.v1", {
  authorizationId: Schema.String,
  reason: LoginFailure,
  detail: Schema.optionalWith(LoginFailureDetail, { exact: true })
}) {}

/** The person came back from the PDS and is who was asked for. `scope` is what the PDS granted of what was asked. */
export class LoginCompleted extends Schema.TaggedClass<LoginCompleted>()("LoginCompleted.v1", {
  authorizationId: Schema.String,
  did: Did,
  sessionId: Schema.String,
  scope: Schema.String
}) {}

export class CodeIssued extends Schema.TaggedClass<CodeIssued>()("CodeIssued.v1", {
  authorizationId: Schema.String,
  codeHash: Schema.String,
  expiresAt: Milliseconds
}) {}

/** Somebody presented the code and could not redeem it. */
export class CodeRefused extends Schema.TaggedClass<CodeRefused>()("CodeRefused.v1", {
  authorizationId: Schema.String,
  reason: Schema.Literal("client-mismatch", "redirect-uri-mismatch", "verifier-mismatch", "key-mismatch", "expired")
}) {}

export class CodeExchanged extends Schema.TaggedClass<CodeExchanged>()("CodeExchanged.v1", {
  authorizationId: Schema.String,
  codeHash: Schema.String,
  refreshHash: Schema.String,
  accessTokenId: Schema.String,
  scope: Schema.String,
  jkt: Schema.NullOr(Schema.String),
  /** The thumbprint of the key that the client proved itself by, where it did so by one. */
  clientKey: Schema.optionalWith(Schema.String, { exact: true }),
  exchangedAt: Milliseconds,
  refreshExpiresAt: Milliseconds
}) {}

export class TokensRefreshed extends Schema.TaggedClass<TokensRefreshed>()("TokensRefreshed.v1", {
  authorizationId: Schema.String,
  replacedHash: Schema.String,
  refreshHash: Schema.String,
  accessTokenId: Schema.String,
  scope: Schema.String,
  refreshedAt: Milliseconds,
  refreshExpiresAt: Milliseconds
}) {}

export class AuthorizationEnded extends Schema.TaggedClass<AuthorizationEnded>()("AuthorizationEnded.v1", {
  authorizationId: Schema.String,
  reason: AuthorizationEnd
}) {}

/** What happens to an authorization, from the request of the app to the end of its tokens. */
export const AuthorizationEvent = Schema.Union(
  AuthorizationRequested,
  ConfirmationAsked,
  ClientConfirmed,
  ClientDeclined,
  UpstreamLoginStarted,
  UpstreamReturned,
  LoginFailed,
  LoginCompleted,
  CodeIssued,
  CodeRefused,
  CodeExchanged,
  TokensRefreshed,
  AuthorizationEnded
);
export type AuthorizationEvent = typeof AuthorizationEvent.Type;
