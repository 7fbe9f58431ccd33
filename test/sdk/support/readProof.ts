import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";

export interface Proof {
  readonly jkt: string;
  readonly htm: unknown;
  readonly htu: unknown;
  readonly iat: number;
  readonly jti: string;
  readonly nonce: unknown;
  readonly ath: unknown;
}

/** Verifies the signature with the key in the header, and returns the content. */
export const readProof = async (proof: string | null): Promise<Proof | null> => {
  if (proof === null) return null;
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: "dpop+jwt",
    algorithms: ["ES256"],
    // The instance checks `iat`.
    currentDate: new Date(0)
  });
  const jkt = await calculateJwkThumbprint(protectedHeader.jwk ?? {});
  const { ath, htm, htu, iat = Number.NaN, jti = "", nonce } = payload;
  return { jkt, htm, htu, iat, jti, nonce, ath };
};
