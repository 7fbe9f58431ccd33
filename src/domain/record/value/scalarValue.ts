import * as Option from "effect/Option";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json } from "../../json/Json.ts";
import type { OperandType } from "../query/OperandType.ts";
import { type Instant, instant } from "./instant.ts";
import { propertyAt } from "./propertyAt.ts";

/** A value that is compared: an instant is in microseconds since 1970. */
export type Scalar = string | number | boolean | Instant;

/** A stored text. One with half a surrogate pair is no string (AT Protocol, Data Model: strings are UTF-8). */
export const stringValue = (stored: Json | undefined): string | null =>
  typeof stored === "string" && stored.isWellFormed() ? stored : null;

/** A stored integer. A number with a fraction or beyond 2^53 is none. */
export const integerValue = (stored: Json | undefined): number | null =>
  typeof stored === "number" && Number.isSafeInteger(stored) ? stored : null;

/** The text of a CID ends up in urls, so nothing else passes for one. */
const cidText = /^[A-Za-z0-9]+$/;

/** A stored text that can be a CID. */
export const cidValue = (stored: Json | undefined): string | null =>
  typeof stored === "string" && cidText.test(stored) ? stored : null;

/** The CID of a stored link, `{"$link": …}` (AT Protocol, Data Model). */
export const linkValue = (stored: Json | undefined): string | null =>
  isJsonObject(stored) ? cidValue(propertyAt(stored, ["$link"])) : null;

/** The base64 of stored bytes, `{"$bytes": …}` (AT Protocol, Data Model). */
export const bytesValue = (stored: Json | undefined): string | null =>
  isJsonObject(stored) ? stringValue(propertyAt(stored, ["$bytes"])) : null;

/** Base64 as it is compared: with and without padding it is the same bytes. */
export const withoutPadding = (base64: string): string => base64.replace(/=+$/, "");

/** Stored bytes as they are compared. */
export const base64Value = (stored: Json | undefined): string | null => {
  const base64 = bytesValue(stored);
  return base64 === null ? null : withoutPadding(base64);
};

/** The value of a stored property as its type, null where it has another. */
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
