import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";

/** Returns the bytes of standard base64 with padding (RFC 4648, section 4), or null unless it is the only spelling of them. */
export const decodeStrictBase64 = (text: string): Uint8Array | null => {
  const bytes = Either.getOrNull(Encoding.decodeBase64(text));
  return bytes !== null && Encoding.encodeBase64(bytes) === text ? bytes : null;
};

/** Returns a hash of 32 bytes from its base64, or null. */
export const decodeHash = (text: string): Uint8Array | null => {
  const bytes = text.length === 44 ? decodeStrictBase64(text) : null;
  return bytes?.length === 32 ? bytes : null;
};
