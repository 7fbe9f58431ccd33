import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import { CID } from "multiformats/cid";
import { Cid } from "../../atproto/Cid.ts";
import { sha256 } from "../../crypto/sha256.ts";
import type { Json, JsonObject } from "../../json/Json.ts";
import { withDagCbor } from "./encodeDagCbor.ts";

/** CIDv1, DAG-CBOR, SHA-256 of 32 bytes. */
const cidPrefix = [0x01, 0x71, 0x12, 0x20];
const base32 = "abcdefghijklmnopqrstuvwxyz234567";

/** Returns the CID of a record with a SHA-256 in base32 (multibase `b`), several times faster than `multiformats`. */
const cidOf = (digest: Uint8Array): Cid => {
  let text = "b";
  let bits = 0;
  let pending = 0;
  const append = (byte: number) => {
    pending = ((pending << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += base32.charAt((pending >> (bits - 5)) & 31);
  };
  for (const byte of cidPrefix) append(byte);
  for (const byte of digest) append(byte);
  return Cid.make(text + base32.charAt((pending << (5 - bits)) & 31), true);
};

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const objectToIpld = (value: JsonObject): unknown => {
  const { $link: link, $bytes: bytes } = value;
  const alone = Object.keys(value).length === 1;
  if (alone && typeof link === "string") return CID.parse(link);
  if (alone && typeof bytes === "string")
    return Either.getOrThrow(Encoding.decodeBase64(bytes.padEnd(Math.ceil(bytes.length / 4) * 4, "=")));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [wellFormed(key), toIpld(member)]));
};

/** A lone surrogate cannot be encoded in UTF-8: the result would be another text. */
const wellFormed = (text: string): string => {
  if (!text.isWellFormed()) throw new TypeError("not Unicode");
  return text;
};

const safe = (number: number): number => {
  if (!Number.isSafeInteger(number)) throw new TypeError("not an integer");
  return number;
};

/** Returns a JSON value in the data model, and throws for a value that it cannot represent. */
export const toIpld = (value: Json): unknown => {
  if (Array.isArray(value)) return value.map(toIpld);
  if (typeof value === "string") return wellFormed(value);
  if (typeof value === "number") return safe(value);
  return isObject(value) ? objectToIpld(value) : value;
};

/**
 * Returns the CID that a PDS assigns to a record: CIDv1, DAG-CBOR, SHA-256 (AT Protocol, Data Model). Fails if the data
 * model cannot represent the value: a number that is not a safe integer, a lone surrogate, a malformed `$link` or
 * `$bytes`. `hash` computes the SHA-256; by default it needs nothing of the platform.
 */
export const recordCid = (
  value: JsonObject,
  hash: (bytes: Uint8Array) => Uint8Array = sha256
): Either.Either<Cid, "not-in-data-model"> =>
  Either.try({
    try: () => withDagCbor(value, (encoded) => cidOf(hash(encoded))),
    catch: () => "not-in-data-model"
  });
