import type { ClientKey } from "../oauth/keyCredentials.ts";
import { TidemarkError } from "../TidemarkError.ts";

const isClientKey = (key: JsonWebKey | ClientKey): key is ClientKey => "privateKey" in key;

const imported = async (jwk: JsonWebKey): Promise<ClientKey> => {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { crv, d, kty, x, y } = jwk;
  const privateKey = await crypto.subtle
    .importKey("jwk", { crv, d, kty, x, y } as JsonWebKey, algorithm, false, ["sign"])
    .catch((cause: unknown) => {
      throw new TidemarkError("configuration", "createClient: privateKey must be a private P-256 key in JWK format.", {
        cause
      });
    });
  return "kid" in jwk && typeof jwk.kid === "string" ? { privateKey, kid: jwk.kid } : { privateKey };
};

/** Returns the key as a WebCrypto key, imported once. */
export const clientKey = (key: JsonWebKey | ClientKey): (() => Promise<ClientKey>) => {
  let read: Promise<ClientKey> | undefined;
  return () => {
    read ??= isClientKey(key) ? Promise.resolve(key) : imported(key);
    return read;
  };
};
