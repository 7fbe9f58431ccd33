import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json } from "../../json/Json.ts";

/** A reference in a document: its path, and whether it is a variant of a union. */
interface WrittenReference {
  readonly path: string;
  readonly reference: string;
  readonly variant: boolean;
}

/** Returns every `ref` and every variant of a `union` in a part of a document (AT Protocol, Lexicon). */
export const referencesIn = (value: Json, path: string): ReadonlyArray<WrittenReference> => {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.entries(value).flatMap(([key, member]) =>
    referencesIn(member, path === "" ? key : `${path}.${key}`)
  );
  if (!isJsonObject(value)) return below;
  const { type, ref, refs } = value;
  if (type === "ref" && typeof ref === "string") below.push({ path: `${path}.ref`, reference: ref, variant: false });
  if (type !== "union" || !Array.isArray(refs)) return below;
  const texts = refs.filter((member) => typeof member === "string");
  return [...below, ...texts.map((reference) => ({ path: `${path}.refs`, reference, variant: true }))];
};
