import * as Option from "effect/Option";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json } from "../../json/Json.ts";
import type { OperandType } from "../query/OperandType.ts";
import { type Instant, instant } from "./instant.ts";
import { propertyAt } from "./propertyAt.ts";

/** A value that can be compared. An instant is in microseconds since 1970. */
export type Scalar = string | number | boolean | Instant;

/** Returns a stored string, or null. Lone surrogates make it invalid (AT Protocol, Data Model: strings are UTF-8). */
export const stringValue = (stored: Json | undefined): string | null =>
  typeof stored === "string" && stored.isWellFormed() ? stored : null;

/** Returns a stored integer, or null. A number with a fraction or beyond 2^53 is not an integer. */
export const integerValue = (stored: Json | undefined): number | null =>
  typeof stored === "number" && Number.isSafeInteger(stored) ? stored : null;

/** The text of a CID becomes part of URLs, so nothing else is accepted. */
const cidText = /^[A-Za-z0-9]+$/;

/** Returns a stored string that can be a CID, or null. */
export const cidValue = (stored: Json | undefined): string | null =>
  typeof stored === "string" && cidText.test(stored) ? stored : null;

/** Returns the CID of a stored link, `{"$link": …}`, or null (AT Protocol, Data Model). */
export const linkValue = (stored: Json | undefined): string | null =>
  isJsonObject(stored) ? cidValue(propertyAt(stored, ["$link"])) : null;

/** Returns the base64 of stored bytes, `{"$bytes": …}`, or null (AT Protocol, Data Model). */
export const bytesValue = (stored: Json | undefined): string | null =>
  isJsonObject(stored) ? stringValue(propertyAt(stored, ["$bytes"])) : null;

/** Returns base64 without padding, the form in which it is compared. */
export const withoutPadding = (base64: string): string => base64.replace(/=+$/, "");

/** Returns stored bytes in the form in which they are compared, or null. */
export const base64Value = (stored: Json | undefined): string | null => {
  const base64 = bytesValue(stored);
  return base64 === null ? null : withoutPadding(base64);
};

/** Returns the value of a stored property, or null if it has another type. */
export const scalarValue = (stored: Json | undefined, type: OperandType): Scalar | null => {
  switch (type) {
    case "string":
      return stringValue(stored);
    case "instant":
      return typeof stored === "string" ? Option.getOrNull(instant(stored)) : null;
    case "integer":
      return integerValue(stored);
    case "boolean":
      return typeof stored === "boolean" ? stored : null;
    case "link":
      return linkValue(stored);
    case "bytes":
      return base64Value(stored);
  }
};
