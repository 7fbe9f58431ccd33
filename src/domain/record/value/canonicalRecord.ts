import * as Encoding from "effect/Encoding";
import { CID } from "multiformats/cid";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json, JsonObject } from "../../json/Json.ts";
import { toIpld } from "./recordCid.ts";
import { withoutPadding } from "./scalarValue.ts";

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value);

const canonical = (value: Json): Json => {
  if (isList(value)) return value.map(canonical);
  return isJsonObject(value) ? canonicalRecord(value) : value;
};

/**
 * Returns a record in the JSON form that PDSes return, the only form that a CID stands for: bytes without padding and
 * stray bits, links in the base of their version (AT Protocol, Data Model). Throws for a value that no record can hold.
 */
export const canonicalRecord = (value: JsonObject): JsonObject => {
  const isSpecial = typeof value.$link === "string" || typeof value.$bytes === "string";
  const held = isSpecial ? toIpld(value) : null;
  if (held instanceof CID) return { $link: held.toString() };
  if (held instanceof Uint8Array) return { $bytes: withoutPadding(Encoding.encodeBase64(held)) };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, canonical(each)]));
};
