import type { Json, JsonObject } from "../../json/Json.ts";
import { isThroughObjects, type ReferencePath } from "../../lexicon/model/Reference.ts";
import { propertyAt } from "./propertyAt.ts";
import { referenceUri, referent } from "./referenceUri.ts";

/**
 * Returns what a record points at by a path: the AT URI of a record or the DID of an account, or, in lists, the AT URIs
 * of records, each once. Any other value is not a reference.
 */
export const referentsAt = (value: JsonObject, path: ReferencePath): ReadonlySet<string> => {
  const found = isThroughObjects(path) ? [referent(propertyAt(value, path))] : valuesAt(value, path).map(referenceUri);
  return new Set(found.filter((each) => each !== null));
};

const valuesAt = (value: Json | undefined, [step, ...rest]: ReadonlyArray<string | 0>): ReadonlyArray<Json> => {
  if (value === undefined) return [];
  if (step === undefined) return [value];
  if (step !== 0) return valuesAt(propertyAt(value, [step]), rest);
  return Array.isArray(value) ? value.flatMap((item: Json) => valuesAt(item, rest)) : [];
};
