import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json } from "../../json/Json.ts";

const inOrder = (value: Json): Json => {
  if (isJsonObject(value)) {
    const names = Object.keys(value).sort();
    return Object.fromEntries(names.map((name) => [name, inOrder(value[name] ?? null)]));
  }
  return Array.isArray(value) ? value.map(inOrder) : value;
};

/**
 * Returns the canonical text of a record value, which does not depend on the order of members. Parsing it and writing
 * it again yields the same text, so it can be copied into a response unchanged.
 */
export const recordText = (value: Json): string => JSON.stringify(inOrder(value));
