import * as Option from "effect/Option";
import { parseAtUri } from "../atproto/AtUri.ts";
import { isJsonObject } from "../lexicon/isJsonObject.ts";
import type { Json } from "./Json.ts";
import { propertyAt } from "./propertyAt.ts";

/** In characters. No address of a real record is longer, and one that is fits into no index of a database. */
export const maximumReference = 1200;

/**
 * The address of the record that a stored value refers to: that of an at-uri, or of a strongRef (an object whose `uri`
 * is one). Null for anything else, an at-uri of a handle included.
 */
export const referenceUri = (value: Json | undefined): string | null => {
  const text = isJsonObject(value) ? propertyAt(value, ["uri"]) : value;
  if (typeof text !== "string" || text.length > maximumReference) return null;
  return Option.isSome(parseAtUri(text)) ? text : null;
};
