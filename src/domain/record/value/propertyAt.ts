import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json } from "../../json/Json.ts";

/**
 * Returns the value at a path of properties; undefined if there is none, or if a value on the path is not an object.
 */
export const propertyAt = (value: Json, path: ReadonlyArray<string>): Json | undefined => {
  let found: Json | undefined = value;
  for (const name of path) {
    if (!isJsonObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
};
