import * as Option from "effect/Option";
import type { ScalarType } from "../lexicon/Collection.ts";
import { instant } from "./instant.ts";
import type { Json } from "./Json.ts";

/** A value that is compared: an instant is in microseconds since 1970. */
export type Scalar = string | number | boolean;

/**
 * The value of a stored property as its type, null where it has another. A text with half a surrogate pair is no string
 * (AT Protocol, Data Model: strings are UTF-8), a number with a fraction or beyond 2^53 no integer.
 */
export const scalarValue = (stored: Json | undefined, type: ScalarType): Scalar | null => {
  switch (type) {
    case "string":
      return typeof stored === "string" && stored.isWellFormed() ? stored : null;
    case "instant":
      return typeof stored === "string" ? Option.getOrNull(instant(stored)) : null;
    case "integer":
      return typeof stored === "number" && Number.isSafeInteger(stored) ? stored : null;
    case "boolean":
      return typeof stored === "boolean" ? stored : null;
  }
};
