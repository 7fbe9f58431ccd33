import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { Did } from "../../domain/atproto/Did.ts";
import type { Authorization } from "../../domain/authorization/Authorization.ts";
import {
  CodeIssued,
  LoginCompleted,
  LoginFailed,
  type LoginFailure,
  UpstreamReturned
} from "../../domain/authorization/AuthorizationEvent.ts";
import { lifetimes } from "../../domain/authorization/lifetimes.ts";
import { constantTimeEqual } from "../../domain/crypto/constantTimeEqual.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { Lookup } from "../../domain/event/Lookup.ts";
import { type StreamName, streamName } from "../../domain/event/StreamName.ts";
import { type Identity, IdentityResolver } from "../../domain/identity/IdentityResolver.ts";
import { RecordIndex } from "../../domain/record/RecordIndex.ts";
import { formatScope, parseScope, requireAtproto, scopeIntersection } from "../../domain/scope/Scope.ts";
import { SessionEstablished } from "../../domain/session/SessionEvent.ts";
import { AppState, LoginSecrets, SessionSecrets } from "../../domain/session/SessionSecrets.ts";
import { TokenVault } from "../../domain/session/TokenVault.ts";
import { UpstreamAuthorization, type UpstreamTokens } from "../../domain/session/UpstreamAuthorization.ts";
import { authorizations } from "../event/aggregates.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { getSecret, putSecret, vaultRow } from "../session/vaultSecrets.ts";
import { RefusedByRedirect } from "./RefusedByRedirect.ts";
import { loginFailureOf, loginRefusal } from "./refusals.ts";

/** A return from a PDS that belongs to no login under way: unknown, used before, or too late. */
export class UnknownReturn extends Schema.TaggedError<UnknownReturn>()("UnknownReturn", {
  reason: Schema.Literal("state-missing", "state-unknown", "already-used", "expired", "not-from-server")
}) {}

/** The browser that came back is not the one that the login was begun in. */
export class BrowserMismatch extends Schema.TaggedError<BrowserMismatch>()("BrowserMismatch", {
  authorizationId: Schema.String
}) {}

/** A login that failed for a reason that the log is told and the app is told in its own words. */
class LoginStopped extends Schema.TaggedError<LoginStopped>()("LoginStopped", {
  reason: LoginFailed.fields.reason
}) {}

type Started = Extract<Authorization, { readonly _tag: "LoginStarted" }>;

interface Pending {
  readonly stream: StreamName;
  readonly version: number;
  readonly state: Started;
}

const findPending = (stateParameter: string | null) =>
  Effect.gen(function* () {
    if (stateParameter === null) return yield* new UnknownReturn({ reason: "state-missing" });
    const lookup = yield* Lookup;
    const stream = yield* lookup.find("upstream-state", sha256Base64Url(stateParameter));
    if (Option.isNone(stream)) return yield* new UnknownReturn({ reason: "state-unknown" });
    const { state, version } = yield* loadAggregate(authorizations, stream.value);
    if (state._tag !== "LoginStarted") return yield* new UnknownReturn({ reason: "already-used" });
    if ((yield* Clock.currentTimeMillis) >= state.request.expiresAt)
      return yield* new UnknownReturn({ reason: "expired" });
    return { stream: stream.value, version, state } satisfies Pending;
  });

const about = ({ request, login }: Started, did: Did | null = login.did) => ({
  actor: did === null ? ({ type: "client", id: request.clientId } as const) : ({ type: "user", id: did } as const),
  clientId: request.clientId,
  authorizationId: request.authorizationId,
  subjectDid: did
});

const recordFailure = (pending: Pending, reason: LoginFailure) =>
  appendEvents(
    pending.stream,
    pending.version,
    [new LoginFailed({ authorizationId: pending.state.request.authorizationId, reason })],
    about(pending.state)
  ).pipe(Effect.catchTag("VersionConflict", () => new UnknownReturn({ reason: "already-used" })));

const checkBrowser = (pending: Pending, browserToken: string | null) =>
  Effect.gen(function* () {
    const { request } = pending.state;
    if (browserToken !== null && constantTimeEqual(request.browserHash, sha256Base64Url(browserToken))) return;
    yield* recordFailure(pending, "browser-mismatch");
    return yield* new BrowserMismatch({ authorizationId: request.authorizationId });
  });

/** Makes the return this one's: whoever comes second, in any process, is told that it was used. */
const claim = (pending: Pending) =>
  appendEvents(
    pending.stream,
    pending.version,
    [new UpstreamReturned({ authorizationId: pending.state.request.authorizationId })],
    about(pending.state)
  ).pipe(
    Effect.as({ ...pending, version: pending.version + 1 } satisfies Pending),
    Effect.catchTag("VersionConflict", () => new UnknownReturn({ reason: "already-used" }))
  );

const fetchTokens = (secrets: LoginSecrets, parameters: URLSearchParams) =>
  Effect.gen(function* () {
    const upstream = yield* UpstreamAuthorization;
    const { server, dpopKey: key, upstreamState: state, codeVerifier } = secrets;
    const returned = yield* upstream
      .readReturn(server, parameters, state)
      .pipe(Effect.mapError(() => new UnknownReturn({ reason: "not-from-server" })));
    if (returned._tag === "Denied") {
      return yield* new LoginStopped({
        reason: returned.error === "access_denied" ? "access-denied" : "upstream-refused"
      });
    }
    return yield* upstream
      .exchangeCode({ server, key, code: returned.code, state, parameters, codeVerifier })
      .pipe(Effect.mapError((failure) => new LoginStopped({ reason: loginFailureOf(failure) })));
  });

/** The account that signed in must be the one that was asked for, and its own documents must name that server. */
const checkSubject = (pending: Pending, secrets: LoginSecrets, tokens: UpstreamTokens) =>
  Effect.gen(function* () {
    const stop = (reason: LoginFailure) => new LoginStopped({ reason });
    const did = yield* Effect.mapError(Schema.decodeEither(Did)(tokens.sub), () => stop("subject-mismatch"));
    if (pending.state.login.did !== null && pending.state.login.did !== did) return yield* stop("subject-mismatch");
    const resolver = yield* IdentityResolver;
    const identity = yield* Effect.mapError(resolver.resolveDidFresh(did), () => stop("identity-unresolvable"));
    const upstream = yield* UpstreamAuthorization;
    const server = yield* Effect.mapError(upstream.discover(identity.pds), () => stop("issuer-mismatch"));
    if (server.issuer !== secrets.server.issuer) return yield* stop("issuer-mismatch");
    return identity;
  });

const grantedScope = (requested: string, upstream: string) =>
  Effect.gen(function* () {
    const granted = yield* parseScope(
      upstream
        .split(" ")
        .filter((value) => value !== "")
        .join(" ")
    );
    return formatScope(yield* requireAtproto(scopeIntersection(yield* parseScope(requested), granted)));
  }).pipe(Effect.mapError(() => new LoginStopped({ reason: "scope-too-small" })));

const discardTokens = (secrets: LoginSecrets, token: Redacted.Redacted<string>) =>
  Effect.flatMap(UpstreamAuthorization, (upstream) =>
    Effect.ignore(upstream.revoke({ server: secrets.server, key: secrets.dpopKey, token }))
  );

const complete = (pending: Pending, secrets: LoginSecrets, tokens: UpstreamTokens, identity: Identity, scope: string) =>
  Effect.gen(function* () {
    const { request } = pending.state;
    const { authorizationId } = request;
    const now = yield* Clock.currentTimeMillis;
    const sessionId = `session_${yield* randomText(16)}`;
    const code = `code_${yield* randomText(32)}`;
    const established = new SessionEstablished({
      sessionId,
      authorizationId,
      did: identity.did,
      pds: identity.pds,
      issuer: secrets.server.issuer,
      scope: tokens.scope,
      jkt: secrets.dpopKey.jkt,
      accessExpiresAt: tokens.expiresAt
    });
    const completed = [
      new LoginCompleted({ authorizationId, did: identity.did, sessionId, scope }),
      new CodeIssued({ authorizationId, codeHash: sha256Base64Url(code), expiresAt: now + lifetimes.code })
    ];
    const { server, dpopKey } = secrets;
    const { accessToken, refreshToken } = tokens;
    const index = yield* RecordIndex;
    const vault = yield* TokenVault;
    const atomically = yield* Atomically;
    const who = about(pending.state, identity.did);
    yield* atomically.run(
      Effect.gen(function* () {
        yield* putSecret(
          SessionSecrets,
          vaultRow.session(sessionId),
          { server, dpopKey, accessToken, refreshToken },
          null
        );
        yield* vault.remove(vaultRow.login(authorizationId));
        if (identity.handle !== null) yield* index.name(identity.did, identity.handle);
        yield* appendEvents(streamName("session", sessionId), 0, [established], who);
        yield* appendEvents(pending.stream, pending.version, completed, who);
      })
    );
    return code;
  }).pipe(Effect.catchTag("VersionConflict", () => new UnknownReturn({ reason: "already-used" })));

const finish = (pending: Pending, secrets: LoginSecrets, parameters: URLSearchParams) =>
  Effect.gen(function* () {
    const tokens = yield* fetchTokens(secrets, parameters);
    return yield* Effect.gen(function* () {
      const identity = yield* checkSubject(pending, secrets, tokens);
      const scope = yield* grantedScope(pending.state.request.scope, tokens.scope);
      return yield* complete(pending, secrets, tokens, identity, scope);
    }).pipe(Effect.tapError(() => discardTokens(secrets, tokens.refreshToken ?? tokens.accessToken)));
  });

/**
 * Takes up a login where the PDS returns the browser: redeems its code, checks who signed in, opens the session and
 * gives the app a code of its own (RFC 9207, AT Protocol OAuth "Identity verification").
 */
export const completeLogin = Effect.fn("completeLogin")(function* (request: {
  readonly parameters: URLSearchParams;
  readonly browserToken: string | null;
}) {
  const found = yield* findPending(request.parameters.get("state"));
  yield* checkBrowser(found, request.browserToken);
  const pending = yield* claim(found);
  const { authorizationId, redirectUri } = pending.state.request;
  const appState = yield* getSecret(AppState, vaultRow.appState(authorizationId));
  const state = Option.match(appState, { onNone: () => null, onSome: (kept) => kept.state });
  const secrets = yield* getSecret(LoginSecrets, vaultRow.login(authorizationId));
  if (Option.isNone(secrets)) return yield* new UnknownReturn({ reason: "expired" });
  const code = yield* finish(pending, secrets.value, request.parameters).pipe(
    Effect.catchTag("LoginStopped", ({ reason }) =>
      Effect.zipRight(
        recordFailure(pending, reason),
        new RefusedByRedirect({ redirectUri, state, ...loginRefusal[reason], cause: "upstream" })
      )
    )
  );
  return { redirectUri, code, state };
});
