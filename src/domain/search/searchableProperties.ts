import type { Collection, Property } from "../lexicon/model/Collection.ts";
import type { LexiconSet } from "../lexicon/model/LexiconSet.ts";
import type { SearchedPath } from "./SearchedPath.ts";

/** A property of the records of a collection with a text. */
export interface SearchableProperty {
  readonly path: SearchedPath;
  /** Whether the text is free: its Lexicon gives it no format, such as that of a DID or an address. */
  readonly free: boolean;
}

const searchableIn = (
  properties: ReadonlyArray<Property>,
  objects: LexiconSet["objects"],
  above: ReadonlyArray<string>,
  within: ReadonlyArray<string>
): ReadonlyArray<SearchableProperty> =>
  properties.flatMap(({ name, type }): ReadonlyArray<SearchableProperty> => {
    const [first, ...rest] = [...above, name];
    if (first === undefined) return [];
    if (type._tag === "Scalar")
      return type.type === "string" ? [{ path: [first, ...rest], free: type.format === null }] : [];
    if (type._tag !== "Object" || within.includes(type.id)) return [];
    return searchableIn(objects.get(type.id)?.properties ?? [], objects, [first, ...rest], [...within, type.id]);
  });

/**
 * Returns the properties of the records of a collection that can be searched: every text, also in objects, but not in
 * lists and unions, which have no conditions either. An object inside itself is entered once.
 */
export const searchableProperties = (
  { properties }: Collection,
  objects: LexiconSet["objects"]
): ReadonlyArray<SearchableProperty> => searchableIn(properties, objects, [], []);
