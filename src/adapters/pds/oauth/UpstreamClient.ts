import type * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { CryptoKey } from "jose";
import * as oauth from "oauth4webapi";
import { importPrivateJwk } from "../dpop/importPrivateJwk.ts";
import type { ClientIdentity } from "./ClientIdentity.ts";

/** The service as an OAuth client of PDSes. */
export interface UpstreamClient {
  readonly client: oauth.Client;
  readonly redirectUri: string;
  /** Authenticates the service with its first key. */
  readonly authentication: oauth.ClientAuth;
  /** Authenticates with the key of an id; undefined when the service no longer has that key. */
  readonly authenticationBy: (clientKey: string | null) => oauth.ClientAuth | undefined;
  readonly clientKey: string | null;
  readonly authenticationMethod: "none" | "private_key_jwt";
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The scope and name of every variant at PDSes. */
export interface ClientTerms {
  readonly scope: string;
  readonly name: string;
}

const grants = {
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  dpop_bound_access_tokens: true
};

/** Creates the client of an identity: its id, its metadata document and its authentication. */
export const upstreamClient = (identity: ClientIdentity, terms: ClientTerms): Effect.Effect<UpstreamClient> =>
  identity._tag === "LoopbackClient"
    ? Effect.succeed(loopback(identity.redirectUri, terms))
    : confidential(identity, terms);

const loopback = (redirectUri: string, { name, scope }: ClientTerms): UpstreamClient => {
  const client_id = `http://localhost?${new URLSearchParams({ redirect_uri: redirectUri, scope })}`;
  return {
    client: { client_id },
    redirectUri,
    authentication: oauth.None(),
    authenticationBy: () => oauth.None(),
    clientKey: null,
    authenticationMethod: "none",
    metadata: {
      client_id,
      client_name: name,
      application_type: "native",
      redirect_uris: [redirectUri],
      scope,
      token_endpoint_auth_method: "none",
      ...grants
    }
  };
};

const confidential = (
  { baseUrl, keys }: Extract<ClientIdentity, { readonly _tag: "ConfidentialClient" }>,
  { name, scope }: ClientTerms
): Effect.Effect<UpstreamClient> =>
  Effect.zipWith(Effect.forEach(keys, publishedKey), Effect.clock, (published, clock) => {
    const client_id = `${baseUrl}/oauth/oauth-client-metadata.json`;
    const redirectUri = `${baseUrl}/oauth/atp/callback`;
    const proofs = new Map(published.map(({ kid, privateKey }) => [kid, assertionBy(kid, privateKey, clock)]));
    const [{ kid, privateKey }] = published;
    const authentication = assertionBy(kid, privateKey, clock);
    return {
      client: { client_id },
      redirectUri,
      authentication,
      authenticationBy: (clientKey) => (clientKey === null ? authentication : proofs.get(clientKey)),
      clientKey: kid,
      authenticationMethod: "private_key_jwt",
      metadata: {
        client_id,
        client_name: name,
        client_uri: baseUrl,
        application_type: "web",
        redirect_uris: [redirectUri],
        scope,
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_signing_alg: "ES256",
        // Inline, so that a PDS cannot cache the document and the keys from different times.
        jwks: { keys: published.map(({ jwk }) => jwk) },
        ...grants
      }
    };
  });

/** In seconds. */
const assertionLifetime = 60;

/** A PDS whose clock is a second behind would refuse an assertion that is not valid before now. */
const assertionBy = (kid: string, key: CryptoKey, clock: Clock.Clock): oauth.ClientAuth =>
  oauth.PrivateKeyJwt(
    { key, kid },
    {
      [oauth.modifyAssertion]: (_, payload) => {
        payload.nbf = undefined;
        payload.iat = Math.floor(clock.unsafeCurrentTimeMillis() / 1_000);
        payload.exp = payload.iat + assertionLifetime;
      }
    }
  );

const publishedKey = (key: Extract<ClientIdentity, { readonly _tag: "ConfidentialClient" }>["keys"][number]) =>
  Effect.map(importPrivateJwk(key.jwk), ({ privateKey, publicJwk }) => ({
    kid: key.kid,
    privateKey,
    jwk: { ...publicJwk, kid: key.kid, alg: "ES256", use: "sig" }
  }));
