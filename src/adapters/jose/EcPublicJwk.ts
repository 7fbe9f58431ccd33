import { sha256Base64Url } from "../../domain/crypto/sha256.ts";

/** The public half of a P-256 key (RFC 7518 section 6.2.1), with only the members in its thumbprint. */
export interface EcPublicJwk {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
}

/** Returns the SHA-256 thumbprint of a public key in base64url (RFC 7638 section 3). */
export const thumbprint = ({ crv, kty, x, y }: EcPublicJwk): string =>
  sha256Base64Url(JSON.stringify({ crv, kty, x, y }));
