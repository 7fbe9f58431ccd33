import type { LexObject } from "@atproto/lexicon";
import type { Property } from "../model/Collection.ts";
import type { Definition } from "../model/Definition.ts";
import { propertyType } from "./propertyType.ts";

/** Returns the properties of an object in a definition, in the order of the document. */
export const propertiesOf = (
  object: LexObject,
  { nsid, name }: Definition,
  definitions: ReadonlyMap<string, Definition>
): ReadonlyArray<Property> =>
  Object.entries(object.properties).map(([key, schema]) => ({
    name: key,
    description: schema.description ?? null,
    required: object.required?.includes(key) ?? false,
    nullable: object.nullable?.includes(key) ?? false,
    type: propertyType(schema, `${nsid}#${name}.${key}`, nsid, definitions)
  }));
