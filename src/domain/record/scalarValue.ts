import * as Option from "effect/Option";
import type { ScalarType } from "../lexicon/Collection.ts";
import { type Instant, instant } from "./instant.ts";
import type { Json } from "./Json.ts";

/** A value that is compared: an instant is in microseconds since 1970. */
export type Scalar = string | number | boolean | Instant;

/** A stored text. One with half a surrogate pair is no string (AT Protocol, Data Model: strings are UTF-8). */
export const stringValue = (stored: Json | undefined): string | null =>
  typeof stored === "string" && stored.isWellFormed() ? stored : null;

/** A stored integer. A number with a fraction or beyond 2^53 is none. */
export const integerValue = (stored: Json | undefined): number | null =>
  typeof stored === "number" && Number.isSafeInteger(stored) ? stored : null;

/** The value of a stored property as its type, null where it has another. */
export const scalarValue = (stored: Json | undefined, type: ScalarType): Scalar | null => {
  switch (type) {
    case "string":
      return stringValue(stored);
    case "instant":
      return typeof stored === "string" ? Option.getOrNull(instant(stored)) : null;
    case "integer":
      return integerValue(stored);
    case "boolean":
      return typeof stored === "boolean" ? stored : null;
  }
};
