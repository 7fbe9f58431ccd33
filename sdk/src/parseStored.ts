import { hasMembers } from "./hasMembers.ts";
import { parseJson } from "./parseJson.ts";

/** Parses an object that this package has stored; null for a text that is not JSON of an object with these members. */
export const parseStored = <Value extends object>(
  text: string | null,
  ...members: ReadonlyArray<keyof Value & string>
): Value | null => {
  const value = parseJson(text);
  // Nothing else stores an object with these members under the names of this package.
  return hasMembers(value, ...members) ? (value as Value) : null;
};
