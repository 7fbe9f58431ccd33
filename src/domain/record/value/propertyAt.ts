import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json } from "../../json/Json.ts";

/** The value at a path of properties; undefined where there is none, or where something on the way is no object. */
export const propertyAt = (value: Json, path: ReadonlyArray<string>): Json | undefined => {
  let found: Json | undefined = value;
  for (const name of path) {
    if (!isJsonObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
};
