import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import {
  AuthorizationRequested,
  LoginFailed,
  UpstreamLoginStarted
} from "../../domain/authorization/AuthorizationEvent.ts";
import { lifetimes } from "../../domain/authorization/lifetimes.ts";
import {
  type AuthorizationParameters,
  checkRequest,
  trustedRedirectUri,
  type ValidRequest
} from "../../domain/authorization/requestAuthorization.ts";
import { ClientRegistry } from "../../domain/client/ClientRegistry.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { AppState, LoginSecrets } from "../../domain/session/SessionSecrets.ts";
import { UpstreamAuthorization } from "../../domain/session/UpstreamAuthorization.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { putSecret, vaultRow } from "../session/vaultSecrets.ts";
import { RefusedByRedirect } from "./RefusedByRedirect.ts";
import { identityRefusal, loginFailureOf, upstreamRefusal } from "./refusals.ts";
import { type LoginTarget, resolveLoginHint } from "./resolveLoginHint.ts";

/** No client of this instance has that id; there is nowhere to send the browser to. */
export class UnknownClient extends Schema.TaggedError<UnknownClient>()("UnknownClient", {
  clientId: Schema.NullOr(Schema.String)
}) {}

/** Where the browser goes next: to the PDS, or to the service's own form for a handle. */
export type AuthorizationStarted =
  | { readonly _tag: "GoUpstream"; readonly location: string }
  | { readonly _tag: "AskHandle"; readonly clientName: string };

const findClient = (clientId: string | undefined) =>
  Effect.gen(function* () {
    const registry = yield* ClientRegistry;
    const found = clientId === undefined ? Option.none() : yield* registry.get(clientId);
    return yield* Effect.mapError(found, () => new UnknownClient({ clientId: clientId ?? null }));
  });

interface Begun {
  readonly authorizationId: string;
  readonly clientId: string;
  readonly version: number;
}

const record = (begun: Begun, event: UpstreamLoginStarted | LoginFailed) =>
  appendEvents(streamName("authorization", begun.authorizationId), begun.version, [event], {
    actor: { type: "client", id: begun.clientId },
    clientId: begun.clientId,
    authorizationId: begun.authorizationId,
    subjectDid: event._tag === "UpstreamLoginStarted.v1" ? event.did : null
  }).pipe(Effect.catchTag("VersionConflict", Effect.die));

const begin = (clientId: string, request: ValidRequest, browserToken: string, state: string | null) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis;
    const authorizationId = `auth_${yield* randomText(16)}`;
    const event = new AuthorizationRequested({
      authorizationId,
      clientId,
      redirectUri: request.redirectUri,
      scope: request.scope,
      codeChallenge: request.codeChallenge,
      dpopJkt: request.dpopJkt,
      browserHash: sha256Base64Url(browserToken),
      requestedAt: now,
      expiresAt: now + lifetimes.login
    });
    const atomically = yield* Atomically;
    yield* atomically.run(
      Effect.zipRight(
        putSecret(AppState, vaultRow.appState(authorizationId), { state }, event.expiresAt),
        appendEvents(streamName("authorization", authorizationId), 0, [event], {
          actor: { type: "client", id: clientId },
          clientId,
          authorizationId
        }).pipe(Effect.catchTag("VersionConflict", Effect.die))
      )
    );
    return { authorizationId, clientId, version: 1 } satisfies Begun;
  });

const goUpstream = (begun: Begun, target: LoginTarget) =>
  Effect.gen(function* () {
    const upstream = yield* UpstreamAuthorization;
    const server = yield* upstream.discover(target.pds);
    const key = yield* upstream.generateKey;
    const state = yield* randomText(32);
    const codeVerifier = Redacted.make(yield* randomText(32));
    const location = yield* upstream.pushRequest({
      server,
      key,
      state,
      codeVerifier,
      scope: upstream.scope,
      loginHint: target.hint
    });
    const secrets = { server, upstreamState: state, codeVerifier, dpopKey: key };
    const expiresAt = (yield* Clock.currentTimeMillis) + lifetimes.login;
    const started = new UpstreamLoginStarted({
      authorizationId: begun.authorizationId,
      did: target.did,
      pds: target.pds,
      issuer: server.issuer,
      stateHash: sha256Base64Url(state),
      scope: upstream.scope
    });
    const atomically = yield* Atomically;
    yield* atomically.run(
      Effect.zipRight(
        putSecret(LoginSecrets, vaultRow.login(begun.authorizationId), secrets, expiresAt),
        record(begun, started)
      )
    );
    return location.toString();
  });

/**
 * Begins an authorization: checks the request, finds the person's PDS, and pushes the service's own request to its
 * authorization server. Each step is an event (RFC 6749 section 4.1.1, RFC 9126, AT Protocol OAuth).
 */
export const startAuthorization = Effect.fn("startAuthorization")(function* (request: {
  readonly clientId: string | undefined;
  readonly parameters: AuthorizationParameters;
  readonly browserToken: string;
}) {
  const client = yield* findClient(request.clientId);
  const redirectUri = yield* trustedRedirectUri(client, request.parameters.redirect_uri);
  const state = request.parameters.state ?? null;
  const refused = (refusal: Pick<RefusedByRedirect, "error" | "description">, cause: RefusedByRedirect["cause"]) =>
    new RefusedByRedirect({ redirectUri, state, error: refusal.error, description: refusal.description, cause });

  const valid = yield* Effect.mapError(checkRequest(client, redirectUri, request.parameters), (refusal) =>
    refused(refusal, "request")
  );
  const hint = request.parameters.login_hint;
  if (hint === undefined) return { _tag: "AskHandle", clientName: client.name } satisfies AuthorizationStarted;

  const begun = yield* begin(client.clientId, valid, request.browserToken, state);
  const fail = (reason: LoginFailed["reason"]) =>
    record(begun, new LoginFailed({ authorizationId: begun.authorizationId, reason }));
  const target = yield* resolveLoginHint(hint).pipe(
    Effect.catchTag("IdentityUnresolvable", (problem) =>
      Effect.zipRight(fail("identity-unresolvable"), Effect.fail(refused(identityRefusal[problem.reason], "identity")))
    )
  );
  const location = yield* goUpstream(begun, target).pipe(
    Effect.catchTag("UpstreamFailure", (failure) =>
      Effect.zipRight(fail(loginFailureOf(failure)), Effect.fail(refused(upstreamRefusal[failure.reason], "upstream")))
    )
  );
  return { _tag: "GoUpstream", location } satisfies AuthorizationStarted;
});
