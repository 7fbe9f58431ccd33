import { isJsonObject } from "../../../../domain/json/isJsonObject.ts";
import type { Json, JsonObject } from "../../../../domain/json/Json.ts";
import type { Property, PropertyType } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { referenceTarget } from "../../../../domain/lexicon/model/Reference.ts";
import { propertyAt } from "../../../../domain/record/value/propertyAt.ts";
import { referenceUri } from "../../../../domain/record/value/referenceUri.ts";

/** The path of references: names of properties, and 0 for the items of a list. */
export type LinkPath = ReadonlyArray<string | 0>;

/** Returns the key of a path in the column `paths`. An object and its `uri` refer to the same record, and have one key. */
export const linkKey = (path: LinkPath): string => {
  const last = path.findLastIndex((name) => name !== "uri");
  return `l${JSON.stringify(path.slice(0, Math.max(1, last + 1)))}`;
};

type Objects = LexiconSet["objects"];
type Link = readonly [key: string, uri: string];

/** Returns the addresses that a record refers to by the keys of their paths, except for the keys in `without`. */
export const referenceLinks = (
  value: JsonObject,
  properties: ReadonlyArray<Property>,
  objects: Objects,
  without: ReadonlySet<string>
): JsonObject => {
  const links = new Map<string, Set<string>>();
  for (const [key, uri] of linksOfMembers(value, properties, [], objects)) {
    if (!without.has(key)) links.set(key, (links.get(key) ?? new Set()).add(uri));
  }
  return Object.fromEntries(Array.from(links, ([key, uris]) => [key, Array.from(uris)]));
};

const linksOfMembers = (
  value: JsonObject,
  properties: ReadonlyArray<Property>,
  above: LinkPath,
  objects: Objects
): ReadonlyArray<Link> =>
  properties.flatMap(({ name, type }) => linksOf(propertyAt(value, [name]), type, [...above, name], objects));

const linksOf = (
  value: Json | undefined,
  type: PropertyType,
  path: LinkPath,
  objects: Objects
): ReadonlyArray<Link> => {
  const uri = referenceTarget(type) === "uri" ? referenceUri(value) : null;
  const own: ReadonlyArray<Link> = uri === null ? [] : [[linkKey(path), uri]];
  if (type._tag === "List")
    return Array.isArray(value) ? value.flatMap((item: Json) => linksOf(item, type.item, [...path, 0], objects)) : [];
  const id = isJsonObject(value) ? objectId(value, type) : null;
  if (id === null || !isJsonObject(value)) return own;
  return [...own, ...linksOfMembers(value, objects.get(id)?.properties ?? [], path, objects)];
};

/** The id of an object's definition. In a union, `$type` may name a main definition with or without `#main`. */
const objectId = (value: JsonObject, type: PropertyType): string | null => {
  if (type._tag === "Object") return type.id;
  if (type._tag !== "Union") return null;
  const named = propertyAt(value, ["$type"]);
  return type.variants.find((id) => named === id || named === `${id}#main`) ?? null;
};
