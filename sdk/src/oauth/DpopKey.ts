import { sha256 } from "../base64Url.ts";
import { TidemarkError } from "../TidemarkError.ts";

/** The key that tokens are bound to (RFC 9449). No script can read the private key, not even this one. */
export type DpopKey = CryptoKeyPair;

/** Creates a key. Fails if the browser provides no cryptography. */
export const generateDpopKey = async (): Promise<DpopKey> => {
  if (globalThis.crypto?.subtle === undefined) {
    throw new TidemarkError(
      "insecure_context",
      "The browser provides no cryptography, because this page is not served over https or from http://127.0.0.1."
    );
  }
  return crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
};

/** Returns the public key with the required members, in the order of RFC 7638. */
export const publicJwk = async ({ publicKey }: DpopKey): Promise<object> => {
  const { crv, kty, x, y } = await crypto.subtle.exportKey("jwk", publicKey);
  return { crv, kty, x, y };
};

/** Returns the thumbprint that a code is bound to as `dpop_jkt` (RFC 9449 section 10). */
export const thumbprint = async (key: DpopKey): Promise<string> => sha256(JSON.stringify(await publicJwk(key)));
