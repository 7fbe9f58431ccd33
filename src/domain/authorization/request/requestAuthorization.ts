import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { RegisteredClient } from "../../client/Client.ts";
import { redirectUriMatches } from "../../client/registration/redirectUri.ts";
import {
  formatScope,
  type InvalidScope,
  parseScope,
  requireAtproto,
  scopeWithin,
  withoutIgnoredValues
} from "../../scope/Scope.ts";
import { isCodeChallenge } from "./pkce.ts";
import { foreignResource, resourcesOf } from "./resourceIndicator.ts";

/** The parameters of an authorization request, each with one value. An empty value counts as absent. */
export interface AuthorizationParameters {
  readonly redirect_uri?: string;
  readonly response_type?: string;
  readonly response_mode?: string;
  readonly code_challenge?: string;
  readonly code_challenge_method?: string;
  readonly scope?: string;
  readonly state?: string;
  readonly login_hint?: string;
  readonly dpop_jkt?: string;
  readonly prompt?: string;
  readonly request?: string;
  readonly request_uri?: string;
  /** Parameters that were sent more than once, which is not allowed (RFC 6749 section 3.1). */
  readonly repeated?: ReadonlyArray<string>;
  /** The values of `resource`, which may be sent more than once (RFC 8707 section 2). */
  readonly resources?: ReadonlyArray<string>;
}

/**
 * A request that must not be answered by a redirect, because the redirect URI is not trusted (RFC 9700 section 4.11),
 * or cannot be, because the URL would be too long.
 */
export class UntrustedRedirect extends Schema.TaggedError<UntrustedRedirect>()("UntrustedRedirect", {
  reason: Schema.Literal("redirect-uri-missing", "redirect-uri-not-registered", "redirect-too-long")
}) {}

/** A request that is refused by a redirect with these parameters (RFC 6749 section 4.1.2.1). */
export class AuthorizationRefused extends Schema.TaggedError<AuthorizationRefused>()("AuthorizationRefused", {
  error: Schema.Literal(
    "invalid_request",
    "unauthorized_client",
    "access_denied",
    "unsupported_response_type",
    "invalid_scope",
    "invalid_target",
    "server_error",
    "temporarily_unavailable",
    "request_not_supported",
    "request_uri_not_supported"
  ),
  description: Schema.String
}) {}

/** A valid authorization request. */
export interface ValidRequest {
  readonly redirectUri: string;
  readonly scope: string;
  readonly codeChallenge: string;
  readonly dpopJkt: string | null;
}

/** Returns the redirect URI for the response. It must be registered, and is optional when exactly one is registered. */
export const trustedRedirectUri = (
  client: RegisteredClient,
  requested: string | undefined
): Either.Either<string, UntrustedRedirect> => {
  const [only, ...others] = client.redirectUris;
  if (requested === undefined) {
    return only !== undefined && others.length === 0
      ? Either.right(only)
      : Either.left(new UntrustedRedirect({ reason: "redirect-uri-missing" }));
  }
  return client.redirectUris.some((registered) => redirectUriMatches(registered, requested))
    ? Either.right(requested)
    : Either.left(new UntrustedRedirect({ reason: "redirect-uri-not-registered" }));
};

/**
 * The maximum size of the redirect URI and `state` together in percent-encoded bytes. Proxies and browsers accept at
 * least 8 kB for a `Location` header, which must also hold a code or an error, its description and the issuer.
 */
export const maxRedirectLength = 4_096;

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

const redirectLength = (redirectUri: string, state: string): number =>
  redirectUri.replace(/[^\x21-\x7e]/gu, encoded).length + encoded(state).length;

/** Returns the redirect URI for the response, if the URL with `state` is not too long. */
export const redirectUriWithState = (
  client: RegisteredClient,
  { redirect_uri, state = "" }: Pick<AuthorizationParameters, "redirect_uri" | "state">
): Either.Either<string, UntrustedRedirect> =>
  Either.filterOrLeft(
    trustedRedirectUri(client, redirect_uri),
    (redirectUri) => redirectLength(redirectUri, state) <= maxRedirectLength,
    () => new UntrustedRedirect({ reason: "redirect-too-long" })
  );

const scopeRefused = (fault: InvalidScope): AuthorizationRefused => {
  const description = {
    empty: "scope is empty; it must include atproto",
    malformed: `scope value ${fault.value.replace(/[^\x21\x23-\x5b\x5d-\x7e]/g, "?")} is not known`,
    "atproto-missing": "scope must include atproto",
    "beyond-allowed": `scope value ${fault.value} is beyond what this client is registered for`
  }[fault.reason];
  return new AuthorizationRefused({ error: "invalid_scope", description });
};

function* scopeSteps(client: RegisteredClient, requested: string | undefined) {
  const registered = yield* parseScope(client.scope);
  const scope = yield* parseScope(withoutIgnoredValues(requested ?? client.scope));
  return formatScope(yield* scopeWithin(yield* requireAtproto(scope), registered));
}

const grantableScope = (client: RegisteredClient, requested: string | undefined) =>
  Either.mapLeft(
    Either.gen(() => scopeSteps(client, requested)),
    scopeRefused
  );

const refuse = (error: AuthorizationRefused["error"], description: string) =>
  Either.left(new AuthorizationRefused({ error, description }));

/** Returns what is wrong with the requested resources, as a sentence (RFC 8707 section 2); null when nothing is. */
export const resourceFault = (requested: ReadonlyArray<string>, publicUrl: string): string | null => {
  const foreign = foreignResource(requested, publicUrl);
  return foreign === null
    ? null
    : `resource must be one of ${resourcesOf(publicUrl).join(", ")}, or left out; this service has no ${foreign}`;
};

/**
 * Refuses a public client that is not registered for DPoP and gives no sign of using it: it names resources, as clients
 * of agents do, and no key. Otherwise it would get the error only after the user signed in.
 */
export const checkKeyNamed = (
  client: RegisteredClient,
  { dpop_jkt, resources = [] }: AuthorizationParameters
): Either.Either<void, AuthorizationRefused> =>
  client.withoutDpop && dpop_jkt === undefined && resources.length > 0
    ? refuse(
        "unauthorized_client",
        "this app is registered without a secret and without DPoP, and gets no tokens here; register with dpop_bound_access_tokens true, send dpop_jkt, use a client with a secret, or ask the operator for PUBLIC_BEARER_CLIENTS"
      )
    : Either.void;

/**
 * Checks a request whose redirect URI is trusted (RFC 6749 section 4.1.1, RFC 7636 section 4.4, RFC 9449 section 10,
 * RFC 8707 section 2).
 */
export const checkRequest = (
  client: RegisteredClient,
  redirectUri: string,
  sent: AuthorizationParameters,
  publicUrl: string
): Either.Either<ValidRequest, AuthorizationRefused> => {
  const [repeated] = sent.repeated ?? [];
  if (repeated !== undefined) return refuse("invalid_request", `${repeated} is given more than once`);
  if (sent.request !== undefined) return refuse("request_not_supported", "request objects are not supported");
  if (sent.request_uri !== undefined)
    return refuse("invalid_request", "request_uri must be one that the PAR endpoint gave out");
  if (sent.response_type === undefined) return refuse("invalid_request", "response_type is missing; it must be code");
  if (sent.response_type !== "code") return refuse("unsupported_response_type", "response_type must be code");
  if (sent.response_mode !== undefined && sent.response_mode !== "query") {
    return refuse("invalid_request", "response_mode must be query");
  }
  if (sent.code_challenge === undefined)
    return refuse("invalid_request", "code_challenge is missing; PKCE is required");
  if (sent.code_challenge_method !== "S256") return refuse("invalid_request", "code_challenge_method must be S256");
  if (!isCodeChallenge(sent.code_challenge)) {
    return refuse("invalid_request", "code_challenge must be 43 base64url characters");
  }
  if (sent.dpop_jkt !== undefined && !isCodeChallenge(sent.dpop_jkt)) {
    return refuse("invalid_request", "dpop_jkt must be a base64url SHA-256 thumbprint");
  }
  const target = resourceFault(sent.resources ?? [], publicUrl);
  if (target !== null) return refuse("invalid_target", target);
  const { code_challenge, dpop_jkt } = sent;
  return Either.map(grantableScope(client, sent.scope), (scope) => ({
    redirectUri,
    scope,
    codeChallenge: code_challenge,
    dpopJkt: dpop_jkt ?? null
  }));
};
