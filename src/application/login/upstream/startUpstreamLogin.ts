import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import {
  type AuthorizationEvent,
  LoginFailed,
  UpstreamLoginStarted
} from "../../../domain/authorization/AuthorizationEvent.ts";
import { lifetimes } from "../../../domain/authorization/token/lifetimes.ts";
import { randomText } from "../../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { IdentityResolver, IdentityUnresolvable } from "../../../domain/identity/IdentityResolver.ts";
import { LoginSecrets } from "../../../domain/session/SessionSecrets.ts";
import { UpstreamAuthorization, UpstreamFailure } from "../../../domain/session/UpstreamAuthorization.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { putSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import { RefusedByRedirect } from "../app/RefusedByRedirect.ts";
import { eraseLoginSecrets } from "./eraseLoginSecrets.ts";
import type { LoginTarget } from "./LoginTarget.ts";
import { hintRefusal, loginFailureOf, upstreamRefusal } from "./loginRefusals.ts";
import { loginTimeouts } from "./loginTimeouts.ts";
import { resolveLoginHint } from "./resolveLoginHint.ts";

/** An authorization that is in the log, the version of its stream, and where its app is told how it ends. */
export interface LoginContext {
  readonly authorizationId: string;
  readonly clientId: string;
  readonly version: number;
  readonly redirectUri: string;
  readonly state: string | null;
}

/** Appends the next step of an authorization that nobody else works on. */
export const recordStep = (loginContext: LoginContext, event: AuthorizationEvent) =>
  appendEvents(streamName("authorization", loginContext.authorizationId), loginContext.version, [event], {
    actor: { type: "client", id: loginContext.clientId },
    clientId: loginContext.clientId,
    authorizationId: loginContext.authorizationId,
    subjectDid: event._tag === "UpstreamLoginStarted.v1" ? event.did : null
  });

const fail = Effect.fnUntraced(function* (loginContext: LoginContext, why: Pick<LoginFailed, "reason" | "detail">) {
  const { authorizationId } = loginContext;
  const atomically = yield* Atomically;
  yield* atomically.run(
    Effect.zipRight(
      eraseLoginSecrets(authorizationId),
      Effect.catchTag(
        recordStep(loginContext, new LoginFailed({ authorizationId, ...why })),
        "VersionConflict",
        Effect.die
      )
    )
  );
});

const refused = (
  { redirectUri, state }: LoginContext,
  { error, description }: Pick<RefusedByRedirect, "error" | "description">,
  cause: RefusedByRedirect["cause"]
) => new RefusedByRedirect({ redirectUri, state, error, description, cause });

/** Finds the account and the PDS that were named, in the time that somebody waits for it. */
export const resolveTarget = (hint: string) =>
  resolveLoginHint(hint).pipe(
    Effect.timeoutFail({
      duration: loginTimeouts.account,
      onTimeout: () => new IdentityUnresolvable({ subject: hint.slice(0, 253), reason: "unreachable" })
    })
  );

/** The same; a failure is written down and told to the app. */
export const resolveTargetOrRefuse = (loginContext: LoginContext, hint: string) =>
  resolveTarget(hint).pipe(
    Effect.catchTag("IdentityUnresolvable", ({ reason }) =>
      Effect.zipRight(
        fail(loginContext, { reason: "identity-unresolvable", detail: reason }),
        Effect.fail(refused(loginContext, hintRefusal(hint, reason), "identity"))
      )
    )
  );

const pushRequest = Effect.fnUntraced(function* (target: LoginTarget, scope: string, prefix: string) {
  const upstream = yield* UpstreamAuthorization;
  const server = yield* target.did === null ? upstream.discoverNamed(target.pds) : upstream.discover(target.pds);
  const key = yield* upstream.generateKey;
  const state = `${prefix}${yield* randomText(32)}`;
  const codeVerifier = Redacted.make(yield* randomText(32));
  const location = yield* upstream.pushRequest({
    server,
    key,
    state,
    codeVerifier,
    scope,
    loginHint: target.hint
  });
  return {
    target,
    server,
    location,
    secrets: { server, upstreamState: state, codeVerifier, dpopKey: key, clientKey: upstream.clientKey }
  };
});

const pushAfterMove = Effect.fnUntraced(function* (
  target: LoginTarget,
  scope: string,
  prefix: string,
  failure: UpstreamFailure
) {
  if (target.did === null) return yield* failure;
  const resolver = yield* IdentityResolver;
  const pds = yield* Effect.mapError(resolver.findPds(target.did, "fresh"), () => failure);
  return pds === target.pds ? yield* failure : yield* pushRequest({ ...target, pds }, scope, prefix);
});

/**
 * Pushes the service's own request to the authorization server of an account, and answers what the return will need. The
 * account may have moved to another PDS since it was looked up last, so that the old one fails. The `state` begins with `prefix`.
 */
export const pushToCurrentPds = (target: LoginTarget, scope: string, prefix = "") =>
  pushRequest(target, scope, prefix).pipe(
    Effect.catchTag("UpstreamFailure", (failure) => pushAfterMove(target, scope, prefix, failure)),
    Effect.timeoutFail({
      duration: loginTimeouts.push,
      onTimeout: () => new UpstreamFailure({ reason: "timeout", error: null })
    })
  );

const start = Effect.fnUntraced(function* (loginContext: LoginContext, wanted: LoginTarget) {
  const upstream = yield* UpstreamAuthorization;
  const { location, secrets, server, target } = yield* pushToCurrentPds(wanted, upstream.scope);
  const expiresAt = (yield* Clock.currentTimeMillis) + lifetimes.login;
  const started = new UpstreamLoginStarted({
    authorizationId: loginContext.authorizationId,
    did: target.did,
    pds: target.pds,
    issuer: server.issuer,
    stateHash: sha256Base64Url(secrets.upstreamState),
    scope: upstream.scope
  });
  const atomically = yield* Atomically;
  yield* atomically.run(
    Effect.zipRight(
      putSecret(LoginSecrets, vaultRow.login(loginContext.authorizationId), secrets, expiresAt),
      Effect.catchTag(recordStep(loginContext, started), "VersionConflict", Effect.die)
    )
  );
  return location.toString();
});

/** Pushes the service's own request to the PDS, and answers where the browser goes; a failure is written down and told to the app. */
export const startUpstreamLogin = (loginContext: LoginContext, target: LoginTarget) =>
  start(loginContext, target).pipe(
    Effect.catchTag("UpstreamFailure", (failure) =>
      Effect.zipRight(
        fail(loginContext, { reason: loginFailureOf(failure), detail: failure.reason }),
        Effect.fail(refused(loginContext, upstreamRefusal[failure.reason], "upstream"))
      )
    )
  );
