import { base64Url, randomText, sha256, textToBase64Url } from "./base64Url.js";

const curve = { name: "ECDSA", namedCurve: "P-256" };

/** A key pair of which no script can read the private half. */
export const generateKeyPair = () => crypto.subtle.generateKey(curve, false, ["sign"]);

/** Proves for one request that this page holds the key that its tokens are bound to (RFC 9449 section 4). */
export const dpopProof = async ({ privateKey, publicKey }, method, url, accessToken) => {
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", publicKey);
  const header = { typ: "dpop+jwt", alg: "ES256", jwk: { kty, crv, x, y } };
  const claims = { jti: randomText(16), htm: method, htu: url, iat: Math.floor(Date.now() / 1000) };
  if (accessToken !== undefined) claims.ath = await sha256(accessToken);
  const signed = [header, claims].map((part) => textToBase64Url(JSON.stringify(part))).join(".");
  const signature = await crypto.subtle.sign(
    { ...curve, hash: "SHA-256" },
    privateKey,
    new TextEncoder().encode(signed)
  );
  return `${signed}.${base64Url(signature)}`;
};
