import { sha256, sha256Base64Url } from "./sha256.ts";

/** Computes SHA-256 (FIPS 180-4) of bytes, or of a text in UTF-8. */
export interface Hashing {
  /** Returns the 32 bytes. */
  readonly digest: (input: string | Uint8Array) => Uint8Array;
  /** Returns the hash in base64url without padding: 43 characters. */
  readonly base64Url: (input: string | Uint8Array) => string;
}

/** SHA-256 in plain JavaScript. */
export const pureHashing: Hashing = { digest: sha256, base64Url: sha256Base64Url };
