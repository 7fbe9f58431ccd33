import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** A client's key for assertions, for tests: its public JWK, and assertions with whatever a test wants to try. */
export interface AssertionKey {
  readonly jwk: Readonly<Record<string, unknown>>;
  readonly sign: (claims: JWTPayload, header?: Readonly<Record<string, unknown>>) => Promise<string>;
}

export const makeAssertionKey = async (kid: string): Promise<AssertionKey> => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "ES256" },
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid, ...header }).sign(privateKey)
  };
};
