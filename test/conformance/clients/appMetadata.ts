import * as oauth from "oauth4webapi";

export const methods = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"] as const;
export type Method = (typeof methods)[number];

export const redirectUri = "https://client.example/callback";

export interface AppKey {
  readonly key: oauth.CryptoKey;
  readonly kid: string;
  readonly jwk: Readonly<Record<string, string | undefined>>;
}

/** A key by which an app proves itself, with the name it publishes it under. */
export const makeAppKey = async (): Promise<AppKey> => {
  const { privateKey, publicKey } = await oauth.generateKeyPair("ES256", { extractable: true });
  const { crv, kty, x, y } = await crypto.subtle.exportKey("jwk", publicKey);
  return { key: privateKey, kid: "app", jwk: { crv, kty, x, y } };
};

/** How an app registers itself. */
export const metadataOf = (method: Method, key: AppKey) => ({
  client_name: `An app (${method})`,
  redirect_uris: [redirectUri],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  scope: "atproto transition:generic",
  token_endpoint_auth_method: method,
  ...(method === "private_key_jwt" && { jwks: { keys: [{ ...key.jwk, kid: key.kid, alg: "ES256", use: "sig" }] } })
});
