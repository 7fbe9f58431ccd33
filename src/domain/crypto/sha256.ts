import { sha256 as noble } from "@noble/hashes/sha2.js";
import * as Encoding from "effect/Encoding";

const utf8 = new TextEncoder();

/** Returns the 32-byte SHA-256 of bytes or of a text in UTF-8 (FIPS 180-4). */
export const sha256 = (input: string | Uint8Array): Uint8Array =>
  noble(typeof input === "string" ? utf8.encode(input) : input);

/**
 * Returns the SHA-256 in base64url without padding: 43 characters. Tokens, codes and cookies are stored in this form.
 */
export const sha256Base64Url = (input: string | Uint8Array): string => Encoding.encodeBase64Url(sha256(input));
