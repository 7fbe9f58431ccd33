import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";

/** How an address stands in events: the name of a member of their `data`. */
export const addressMember = "ipHash";

/** 128 bits, the least that RFC 2104 (section 5) keeps of an HMAC-SHA256. */
const length = 16;

/** Returns a keyed hash (base64url) as it stands in events: its first 128 bits in hexadecimal. */
export const addressHash = (tag: string): string =>
  Encoding.encodeHex(Either.getOrElse(Encoding.decodeBase64Url(tag), () => new Uint8Array()).slice(0, length));

/** Returns the hash of the address that an event came from, or null. */
export const addressHashIn = (data: Readonly<Record<string, unknown>>): string | null => {
  const hash = data[addressMember];
  return typeof hash === "string" ? hash : null;
};

/** Returns how people read the hash of an address: its first eight digits, as in `address a1b2c3d4`. */
export const shownAddress = (hash: string): string => `address ${hash.slice(0, 8)}`;
