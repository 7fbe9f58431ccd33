import { Did } from "../../../src/domain/atproto/Did.ts";
import {
  type Authorization,
  evolveAuthorization,
  initialAuthorization
} from "../../../src/domain/authorization/Authorization.ts";
import {
  AuthorizationEnded,
  type AuthorizationEvent,
  AuthorizationRequested,
  CodeExchanged,
  CodeIssued,
  CodeRefused,
  LoginCompleted,
  LoginFailed,
  TokensRefreshed,
  UpstreamLoginStarted,
  UpstreamReturned
} from "../../../src/domain/authorization/AuthorizationEvent.ts";
import { codeChallenge } from "../../../src/domain/authorization/request/pkce.ts";
import type { ExchangeCodeCommand } from "../../../src/domain/authorization/token/exchangeCode.ts";
import { lifetimes, lifetimesOf } from "../../../src/domain/authorization/token/lifetimes.ts";
import type { RefreshTokensCommand } from "../../../src/domain/authorization/token/refreshTokens.ts";

/** The steps of one authorization, in Unix milliseconds around `start`, for the tables of its decisions. */
export const start = 1_800_000_000_000;
export const verifier = "v".repeat(43);

const authorizationId = "auth_1";
const scope = "atproto transition:generic";

export const requested = new AuthorizationRequested({
  authorizationId,
  clientId: "client-a",
  redirectUri: "https://app.example/callback",
  scope,
  codeChallenge: codeChallenge(verifier),
  dpopJkt: null,
  browserHash: "browser",
  requestedAt: start,
  expiresAt: start + lifetimes.login
});
export const loginStarted = new UpstreamLoginStarted({
  authorizationId,
  did: null,
  pds: "https://pds.example",
  issuer: "https://pds.example",
  stateHash: "state",
  scope
});
export const returned = new UpstreamReturned({ authorizationId });
export const completed = new LoginCompleted({
  authorizationId,
  did: Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz"),
  sessionId: "session_1",
  scope
});
export const issued = new CodeIssued({ authorizationId, codeHash: "code", expiresAt: start + lifetimes.code });
export const codeRefused = new CodeRefused({ authorizationId, reason: "verifier-mismatch" });
export const exchanged = new CodeExchanged({
  authorizationId,
  codeHash: "code",
  refreshHash: "refresh-1",
  accessTokenId: "access-1",
  scope,
  jkt: "key",
  exchangedAt: start,
  refreshExpiresAt: start + lifetimes.refreshToken
});
export const refreshed = new TokensRefreshed({
  authorizationId,
  replacedHash: "refresh-1",
  refreshHash: "refresh-2",
  accessTokenId: "access-2",
  scope,
  refreshedAt: start,
  refreshExpiresAt: start + lifetimes.refreshToken
});
export const ended = new AuthorizationEnded({ authorizationId, reason: "revoked-by-user" });
export const failed = new LoginFailed({ authorizationId, reason: "access-denied" });

export const everyEvent: ReadonlyArray<AuthorizationEvent> = [
  requested,
  loginStarted,
  returned,
  completed,
  issued,
  codeRefused,
  exchanged,
  refreshed,
  ended,
  failed
];

export const fold = (...events: ReadonlyArray<AuthorizationEvent>): Authorization =>
  events.reduce(evolveAuthorization, initialAuthorization);

export const toCode = [requested, loginStarted, returned, completed, issued] as const;

export const exchange: ExchangeCodeCommand = {
  authorizationId,
  clientId: "client-a",
  codeHash: "code",
  redirectUri: "https://app.example/callback",
  codeVerifier: verifier,
  jkt: "key",
  clientKey: null,
  refreshHash: "refresh-1",
  accessTokenId: "access-1",
  lifetimes: lifetimesOf(null),
  isReplyCached: false,
  now: start
};

export const refresh: RefreshTokensCommand = {
  authorizationId,
  clientId: "client-a",
  presentedHash: "refresh-1",
  jkt: "key",
  clientKey: null,
  scope: null,
  registeredScope: "atproto transition:generic",
  refreshHash: "refresh-2",
  accessTokenId: "access-2",
  lifetimes: lifetimesOf(null),
  now: start
};
