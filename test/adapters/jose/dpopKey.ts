import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** A client's DPoP key, for tests: its thumbprint, and proofs with whatever header and claims a test wants to try. */
export interface DpopKey {
  readonly jkt: string;
  readonly jwk: Readonly<Record<string, unknown>>;
  readonly proof: (claims: JWTPayload, header?: Readonly<Record<string, unknown>>) => Promise<string>;
}

export const makeDpopKey = async (): Promise<DpopKey> => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  return {
    jkt: await calculateJwkThumbprint(jwk),
    jwk: { ...jwk },
    proof: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk, ...header }).sign(privateKey)
  };
};
