import * as Schema from "effect/Schema";
import { IdentityUnresolvable } from "../identity/IdentityResolver.ts";
import { PersonalDid } from "../personal/personal.ts";
import { UpstreamFailure } from "../session/UpstreamAuthorization.ts";

/** The code for why a login failed. */
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

/** The code for what was wrong with the account or its PDS. */
export const LoginFailureDetail = Schema.Union(IdentityUnresolvable.fields.reason, UpstreamFailure.fields.reason);
export type LoginFailureDetail = typeof LoginFailureDetail.Type;

/** The code for why an authorization ended. */
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

/** An app requested an authorization. `browserHash` binds the request to the browser (SHA-256 of a cookie). */
export class AuthorizationRequested extends Schema.TaggedClass<AuthorizationRequested>()("AuthorizationRequested.v1", {
  authorizationId: Schema.String,
  clientId: Schema.String,
  redirectUri: Schema.String,
  scope: Schema.String,
  codeChallenge: Schema.String,
  dpopJkt: Schema.NullOr(Schema.String),
  browserHash: Schema.String,
  /** The SHA-256 of the `request_uri` of a pushed request. */
  requestHash: Schema.optionalWith(Schema.String, { exact: true }),
  /** The SHA-256 of the client metadata document in use, if the client has one. */
  documentDigest: Schema.optionalWith(Schema.String, { exact: true }),
  requestedAt: Milliseconds,
  expiresAt: Milliseconds
}) {}

/**
 * The consent page was shown, because the client is not trusted. `shownHash` is the hash of what was shown,
 * `confirmationHash` the hash of the token that the answer must contain.
 */
export class ConfirmationAsked extends Schema.TaggedClass<ConfirmationAsked>()("ConfirmationAsked.v1", {
  authorizationId: Schema.String,
  confirmationHash: Schema.String,
  shownHash: Schema.String
}) {}

/** The user confirmed the request, which continues at the PDS. */
export class ClientConfirmed extends Schema.TaggedClass<ClientConfirmed>()("ClientConfirmed.v1", {
  authorizationId: Schema.String
}) {}

/** The user rejected the request. The app receives an error. */
export class ClientDeclined extends Schema.TaggedClass<ClientDeclined>()("ClientDeclined.v1", {
  authorizationId: Schema.String
}) {}

/**
 * The PDS accepted a pushed request, and the browser was redirected to it. `did` is null when only a server was named.
 */
export class UpstreamLoginStarted extends Schema.TaggedClass<UpstreamLoginStarted>()("UpstreamLoginStarted.v1", {
  authorizationId: Schema.String,
  did: Schema.NullOr(PersonalDid),
  pds: Schema.String,
  issuer: Schema.String,
  stateHash: Schema.String,
  scope: Schema.String
}) {}

/** The same browser returned from the PDS. The callback cannot be used again. */
export class UpstreamReturned extends Schema.TaggedClass<UpstreamReturned>()("UpstreamReturned.v1", {
  authorizationId: Schema.String
}) {}

/**
 * The login ended without a code. `detail` is the fault of the account's documents or its PDS, if that was the reason.
 */
export class LoginFailed extends Schema.TaggedClass<LoginFailed>()("LoginFailed.v1", {
  authorizationId: Schema.String,
  reason: LoginFailure,
  detail: Schema.optionalWith(LoginFailureDetail, { exact: true })
}) {}

/** The PDS authenticated the expected user. `scope` is the part of the requested scope that the PDS granted. */
export class LoginCompleted extends Schema.TaggedClass<LoginCompleted>()("LoginCompleted.v1", {
  authorizationId: Schema.String,
  did: PersonalDid,
  sessionId: Schema.String,
  scope: Schema.String
}) {}

export class CodeIssued extends Schema.TaggedClass<CodeIssued>()("CodeIssued.v1", {
  authorizationId: Schema.String,
  codeHash: Schema.String,
  expiresAt: Milliseconds
}) {}

/** A code was presented and could not be redeemed. */
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
  /** The thumbprint of the key that authenticated the client, if a key did. */
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

/** The events of an authorization, from the request of the app to the end of its tokens. */
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
