import { GraphQLBoolean } from "graphql";
import { typeName } from "../../../../domain/api/apiName.ts";
import type { PropertyType } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";
import { nameOfObject } from "./objectName.ts";
import { propertyFields } from "./propertyOutput.ts";
import { resolvedFields } from "./resolvedFields.ts";

/** GraphQL has no type without fields; a variant without properties still needs its type. */
const placeholder: OutputField = {
  name: "_",
  description: "Always null, because the Lexicon defines no properties for this type.",
  type: GraphQLBoolean,
  outputKind: {
    _tag: "PropertyKind",
    property: "_",
    type: { _tag: "Scalar", type: "boolean", format: null, knownValues: [] }
  }
};

/** Returns the unions of a set by id. */
export const unionsOf = (lexicons: LexiconSet): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, ReadonlyArray<string>>();
  const visit = (type: PropertyType): void => {
    if (type._tag === "List") visit(type.item);
    if (type._tag === "Union") found.set(type.id, type.variants);
  };
  for (const { properties } of [...lexicons.collections, ...lexicons.objects.values()]) {
    for (const { type } of properties) visit(type);
  }
  return found;
};

/** Defines a type for every object that records can contain, and for every union of objects. */
export const defineObjects = (types: TypeRegistry, lexicons: LexiconSet): void => {
  for (const { id, description, properties } of lexicons.objects.values()) {
    types.object(nameOfObject(lexicons, id), description, () =>
      properties.length === 0
        ? [placeholder]
        : [...propertyFields(types, lexicons, properties), ...resolvedFields(types, properties)]
    );
  }
  for (const [id, variants] of unionsOf(lexicons)) {
    types.union(typeName(id), () => variants.map((variant) => types.objectNamed(nameOfObject(lexicons, variant))));
  }
};
