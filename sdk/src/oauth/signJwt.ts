import { base64Url, bytesOf } from "../base64Url.ts";

/** Signs a JWT with ES256 (RFC 7515, compact serialization). */
export const signJwt = async (header: object, claims: object, privateKey: CryptoKey): Promise<string> => {
  const signed = [header, claims].map((part) => base64Url(bytesOf(JSON.stringify(part)))).join(".");
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, bytesOf(signed));
  return `${signed}.${base64Url(signature)}`;
};
