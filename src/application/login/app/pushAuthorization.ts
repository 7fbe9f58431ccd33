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
import { streamName } from "../../../domain/event/StreamName.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { commitDecision, type JointDecision } from "../../event/decideAcross.ts";
import type { PendingUse } from "../../event/PendingUse.ts";
import { isConflict } from "../../event/retryConflicts.ts";
import { PublicUrl } from "../../instance/PublicUrl.ts";
import { sealedSecret, vaultRow } from "../../vault/vaultSecrets.ts";

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

/** A challenge is for one authorization. */
const useOfChallenge = ({ clientId, codeChallenge, pushedAt }: RequestPushed): PendingUse<CodeChallengeReused> => ({
  use: { scope: `code-challenge ${clientId}`, id: codeChallenge, expiresAt: pushedAt + lifetimes.codeChallenge },
  refusal: () => new CodeChallengeReused()
});

/** Stores `state` and `login_hint`, which may contain anything, outside the log. */
const store = Effect.fnUntraced(function* (
  pushed: RequestPushed,
  parameters: AuthorizationParameters,
  uses: ReadonlyArray<PendingUse<InvalidDpopProof>>
) {
  const { clientId, expiresAt, requestHash } = pushed;
  const kept = { state: parameters.state ?? null, loginHint: parameters.login_hint ?? null };
  const metadata = { actor: { type: "client", id: clientId } as const, clientId };
  const allUses: ReadonlyArray<PendingUse<CodeChallengeReused | InvalidDpopProof>> = [...uses, useOfChallenge(pushed)];
  const decision: JointDecision<void, never, never> = {
    appends: [{ stream: streamName("pushed-request", requestHash), version: 0, events: [pushed], metadata }],
    secrets: [yield* sealedSecret(PushedSecrets, vaultRow.pushedRequest(requestHash), kept, expiresAt)],
    outcome: undefined
  };
  yield* Effect.catchIf(commitDecision(decision, allUses), isConflict, Effect.die);
});

/**
 * Accepts an authorization request from an authenticated client, validated as at the authorization endpoint, and
 * returns its `request_uri` (RFC 9126 section 2). `jkt` is the key of the client's DPoP proof; null without one.
 */
export const pushAuthorization = traced("pushAuthorization")(function* (request: {
  readonly client: RegisteredClient;
  readonly parameters: AuthorizationParameters;
  readonly jkt: string | null;
  readonly uses?: ReadonlyArray<PendingUse<InvalidDpopProof>>;
}) {
  const { client, parameters, uses = [] } = request;
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
  yield* store(pushed, parameters, uses);
  return { requestUri: uri, expiresIn: lifetimes.pushedRequest / 1000 };
});
