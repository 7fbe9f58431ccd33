import { type Hashing, pureHashing } from "../crypto/Hashing.ts";
import { canonicalJson } from "../json/canonicalJson.ts";

const utf8 = new TextEncoder();

/** The number of random bytes in the salt of a commitment. */
export const saltLength = 16;

/**
 * Returns the commitment to a value, SHA-256(0x02 ‖ salt ‖ canonical JSON of the value), in base64url. Without the salt
 * of 16 random bytes, nobody can find out by trying whether a value is the committed one.
 */
export const commitmentTo = (salt: Uint8Array, value: unknown, hashing: Hashing = pureHashing): string => {
  const body = utf8.encode(canonicalJson(value));
  const bytes = new Uint8Array(1 + salt.length + body.length);
  bytes[0] = 2;
  bytes.set(salt, 1);
  bytes.set(body, 1 + salt.length);
  return hashing.base64Url(bytes);
};
