import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { parseAtUri } from "../../atproto/AtUri.ts";
import { Did } from "../../atproto/Did.ts";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json } from "../../json/Json.ts";
import { propertyAt } from "./propertyAt.ts";

/** In characters. No AT URI of a real record is longer, and a longer one does not fit into a database index. */
export const maxReferenceLength = 1200;

const isDid = Schema.is(Did);

/**
 * Returns the AT URI of the record that a stored value refers to: an at-uri, or a strongRef (an object whose `uri` is
 * one). Null for anything else, including an at-uri with a handle.
 */
export const referenceUri = (value: Json | undefined): string | null => {
  if (isJsonObject(value)) return referenceUri(propertyAt(value, ["uri"]));
  if (typeof value !== "string" || value.length > maxReferenceLength) return null;
  return Option.isSome(parseAtUri(value)) ? value : null;
};

/** Returns what a stored value points at: the AT URI of a record or the DID of an account; null for anything else. */
export const referent = (value: Json | undefined): string | null =>
  typeof value === "string" && value.length <= maxReferenceLength && isDid(value) ? value : referenceUri(value);
