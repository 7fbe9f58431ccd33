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
 * A record value as text, the same for the same value whatever the order its members came in. Reading it and writing
 * it again gives the same text, so that it may be copied into an answer as it is.
 */
export const recordText = (value: Json): string => JSON.stringify(inOrder(value));
