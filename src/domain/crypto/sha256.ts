import { sha256 as noble } from "@noble/hashes/sha2.js";
import * as Encoding from "effect/Encoding";

const utf8 = new TextEncoder();

/** SHA-256 of bytes, or of the UTF-8 form of a text: 32 bytes (FIPS 180-4). */
export const sha256 = (input: string | Uint8Array): Uint8Array =>
  noble(typeof input === "string" ? utf8.encode(input) : input);

/** SHA-256 in base64url without padding: 43 characters. How tokens, codes and cookies are named at rest. */
export const sha256Base64Url = (input: string | Uint8Array): string => Encoding.encodeBase64Url(sha256(input));
