import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { parseAtUri } from "../../atproto/AtUri.ts";
import { Did } from "../../atproto/Did.ts";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json } from "../../json/Json.ts";
import { propertyAt } from "./propertyAt.ts";

/** In characters. No address of a real record is longer, and one that is fits into no index of a database. */
export const maxReferenceLength = 1200;

const isDid = Schema.is(Did);

/**
 * The address of the record that a stored value refers to: that of an at-uri, or of a strongRef (an object whose `uri`
 * refers to one). Null for anything else, an at-uri of a handle included.
 */
export const referenceUri = (value: Json | undefined): string | null => {
  if (isJsonObject(value)) return referenceUri(propertyAt(value, ["uri"]));
  if (typeof value !== "string" || value.length > maxReferenceLength) return null;
  return Option.isSome(parseAtUri(value)) ? value : null;
};

/** What a stored value points at: the address of a record, or the DID of an account; null for anything else. */
export const referent = (value: Json | undefined): string | null =>
  typeof value === "string" && value.length <= maxReferenceLength && isDid(value) ? value : referenceUri(value);
