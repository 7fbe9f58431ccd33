import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { PushedSecrets, requestUri } from "../../../domain/authorization/request/PushedRequest.ts";
import { RequestPushed } from "../../../domain/authorization/request/PushedRequestEvent.ts";
import {
  type AuthorizationParameters,
  checkRequest,
  redirectUriWithState
} from "../../../domain/authorization/request/requestAuthorization.ts";
import { lifetimes } from "../../../domain/authorization/token/lifetimes.ts";
import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { randomText } from "../../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { InvalidDpopProof } from "../../../domain/dpop/DpopProof.ts";
import { ReplayGuard } from "../../../domain/dpop/ReplayGuard.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { PublicUrl } from "../../instance/PublicUrl.ts";
import { putSecret, vaultRow } from "../../vault/vaultSecrets.ts";

/**
 * A PKCE challenge that was pushed before; each is for one authorization (AT Protocol OAuth, Authorization Requests).
 */
export class CodeChallengeReused extends Schema.TaggedError<CodeChallengeReused>()("CodeChallengeReused", {}) {}

/**
 * The key that the tokens will be bound to: that of the proof, of `dpop_jkt`, or of both when they agree (RFC 9449
 * section 10.1).
 */
const boundKey = (client: RegisteredClient, named: string | null, proven: string | null) => {
  if (named !== null && proven !== null && named !== proven) return new InvalidDpopProof({ reason: "wrong-key" });
  const key = proven ?? named;
  return key === null && client.dpopBoundAccessTokens
    ? new InvalidDpopProof({ reason: "missing" })
    : Effect.succeed(key);
};

/** Stores `state` and `login_hint`, which may contain anything, outside the log. */
const store = Effect.fnUntraced(function* (pushed: RequestPushed, parameters: AuthorizationParameters) {
  const { clientId, codeChallenge, expiresAt, pushedAt, requestHash } = pushed;
  const guard = yield* ReplayGuard;
  const first = yield* guard.remember(`code-challenge ${clientId}`, codeChallenge, pushedAt + lifetimes.codeChallenge);
  if (!first) return yield* new CodeChallengeReused();
  const secrets = { state: parameters.state ?? null, loginHint: parameters.login_hint ?? null };
  yield* putSecret(PushedSecrets, vaultRow.pushedRequest(requestHash), secrets, expiresAt);
  yield* appendEvents(streamName("pushed-request", requestHash), 0, [pushed], {
    actor: { type: "client", id: clientId },
    clientId
  }).pipe(Effect.catchTag("VersionConflict", Effect.die));
});

/**
 * Accepts an authorization request from an authenticated client, validated as at the authorization endpoint, and
 * returns its `request_uri` (RFC 9126 section 2). `jkt` is the key of the client's DPoP proof; null without one.
 */
export const pushAuthorization = Effect.fn("pushAuthorization")(function* (request: {
  readonly client: RegisteredClient;
  readonly parameters: AuthorizationParameters;
  readonly jkt: string | null;
}) {
  const { client, parameters } = request;
  const redirectUri = yield* redirectUriWithState(client, parameters);
  const publicUrl = yield* PublicUrl;
  const { codeChallenge, dpopJkt: named, scope } = yield* checkRequest(client, redirectUri, parameters, publicUrl);
  const dpopJkt = yield* boundKey(client, named, request.jkt);
  const uri = requestUri(yield* randomText(32));
  const pushedAt = yield* Clock.currentTimeMillis;
  const pushed = new RequestPushed({
    requestHash: sha256Base64Url(uri),
    clientId: client.clientId,
    redirectUri,
    scope,
    codeChallenge,
    dpopJkt,
    pushedAt,
    expiresAt: pushedAt + lifetimes.pushedRequest
  });
  const atomically = yield* Atomically;
  yield* atomically.run(store(pushed, parameters));
  return { requestUri: uri, expiresIn: lifetimes.pushedRequest / 1000 };
});
