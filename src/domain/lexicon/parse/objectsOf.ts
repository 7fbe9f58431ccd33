import type { Collection, PropertyType } from "../model/Collection.ts";
import type { Definition } from "../model/Definition.ts";
import type { ObjectDefinition } from "../model/LexiconSet.ts";
import { propertiesOf } from "./propertiesOf.ts";

/** Returns the ids of the objects that a type names directly: itself, its variants or its items. */
const objectIdsOf = (type: PropertyType): ReadonlyArray<string> => {
  if (type._tag === "Object") return [type.id];
  if (type._tag === "Union") return type.variants;
  return type._tag === "List" ? objectIdsOf(type.item) : [];
};

const objectOf = (
  definition: Definition | undefined,
  definitions: ReadonlyMap<string, Definition>
): ObjectDefinition | null => {
  if (definition === undefined) return null;
  const { id, schema, source } = definition;
  const object = schema.type === "record" ? schema.record : schema.type === "object" ? schema : null;
  if (object === null) return null;
  const description = schema.description ?? source.lexicon.description ?? null;
  const properties = propertiesOf(object, definition, definitions);
  return schema.type === "record" ? { id, description, properties, isRecord: true } : { id, description, properties };
};

/** Returns the objects that the records of a set can contain at any depth, sorted by id. */
export const objectsOf = (
  collections: ReadonlyArray<Collection>,
  definitions: ReadonlyMap<string, Definition>
): ReadonlyMap<string, ObjectDefinition> => {
  const found = new Map<string, ObjectDefinition>();
  const waiting = collections.flatMap(({ properties }) => properties.flatMap(({ type }) => objectIdsOf(type)));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const object = found.has(id) ? null : objectOf(definitions.get(id), definitions);
    if (object === null) continue;
    found.set(id, object);
    waiting.push(...object.properties.flatMap(({ type }) => objectIdsOf(type)));
  }
  return new Map([...found].sort(([left], [right]) => (left < right ? -1 : 1)));
};
