import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import {
  consumePushedRequest,
  isPushedUri,
  type PushedRequest,
  PushedRequestRefused,
  PushedSecrets
} from "../../../domain/authorization/request/PushedRequest.ts";
import {
  type AuthorizationParameters,
  AuthorizationRefused,
  checkKeyNamed,
  checkRequest,
  redirectUriWithState,
  trustedRedirectUri,
  type ValidRequest
} from "../../../domain/authorization/request/requestAuthorization.ts";
import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import type { Folded } from "../../event/Aggregate.ts";
import { pushedRequests } from "../../event/aggregates.ts";
import { cachedAggregate, loadAggregate } from "../../event/loadAggregate.ts";
import { PublicUrl } from "../../instance/PublicUrl.ts";
import { getSecret, vaultRow } from "../../vault/vaultSecrets.ts";
import { RefusedByRedirect } from "./RefusedByRedirect.ts";

/** A validated authorization request, sent in the query or pushed before. */
export interface CheckedRequest {
  readonly valid: ValidRequest;
  /** The value that the app receives unchanged. */
  readonly state: string | null;
  readonly loginHint: string | null;
  /** SHA-256 of the `request_uri`; null for a request that was not pushed. */
  readonly requestHash: string | null;
}

/** Ignores all parameters of the browser, except the handle that the user entered when the app named none. */
const checkPushedRequest = Effect.fnUntraced(function* (
  client: RegisteredClient,
  state: PushedRequest,
  requestHash: string,
  parameters: AuthorizationParameters
) {
  const pushed = yield* consumePushedRequest(state, client.clientId, yield* Clock.currentTimeMillis);
  const redirectUri = yield* trustedRedirectUri(client, pushed.redirectUri);
  const secrets = yield* getSecret(PushedSecrets, vaultRow.pushedRequest(requestHash));
  if (Option.isNone(secrets)) return yield* new PushedRequestRefused({ reason: "expired" });
  const { codeChallenge, dpopJkt, scope } = pushed;
  return {
    valid: { redirectUri, scope, codeChallenge, dpopJkt },
    state: secrets.value.state,
    loginHint: secrets.value.loginHint ?? parameters.login_hint ?? null,
    requestHash
  } satisfies CheckedRequest;
});

/**
 * A request in memory is one that this process accepted. Whoever goes on with it commits something at the version of its
 * stream; everything else, as the form for a handle or a refusal, is decided by what the log has.
 */
const findPushedRequest = Effect.fnUntraced(function* (
  client: RegisteredClient,
  uri: string,
  parameters: AuthorizationParameters
) {
  const requestHash = sha256Base64Url(uri);
  const stream = streamName("pushed-request", requestHash);
  const check = ({ state }: Folded<PushedRequest>) => checkPushedRequest(client, state, requestHash, parameters);
  const cached = yield* Effect.option(Effect.flatMap(Effect.flatten(cachedAggregate(pushedRequests, stream)), check));
  if (Option.isSome(cached) && cached.value.loginHint !== null) return cached.value;
  return yield* Effect.flatMap(loadAggregate(pushedRequests, stream), check);
});

const mustBePushed = new AuthorizationRefused({
  error: "invalid_request",
  description: "this client must push its authorization requests to the PAR endpoint"
});

/**
 * Returns the authorization request of a browser, by its parameters or by `request_uri` (RFC 6749 section 4.1.1, RFC
 * 9126 section 4).
 */
export const readAuthorizationRequest = Effect.fnUntraced(function* (
  client: RegisteredClient,
  parameters: AuthorizationParameters
) {
  const uri = parameters.request_uri;
  if (uri !== undefined && isPushedUri(uri)) return yield* findPushedRequest(client, uri, parameters);
  const redirectUri = yield* redirectUriWithState(client, parameters);
  const state = parameters.state ?? null;
  const refuse = ({ description, error }: AuthorizationRefused) =>
    new RefusedByRedirect({ redirectUri, state, error, description, cause: "request" });
  if (client.requirePushedAuthorizationRequests) return yield* refuse(mustBePushed);
  yield* Effect.mapError(checkKeyNamed(client, parameters), refuse);
  const valid = yield* Effect.mapError(checkRequest(client, redirectUri, parameters, yield* PublicUrl), refuse);
  return { valid, state, loginHint: parameters.login_hint ?? null, requestHash: null } satisfies CheckedRequest;
});
