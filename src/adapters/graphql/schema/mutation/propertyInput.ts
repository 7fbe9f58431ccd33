import {
  GraphQLBoolean,
  type GraphQLInputFieldConfigMap,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString
} from "graphql";
import { memberName, typeName } from "../../../../domain/api/apiName.ts";
import type { Property, PropertyType } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { isBare, nameOfObject } from "../record/objectName.ts";
import { dateTimeScalar } from "../scalars/dateTimeScalar.ts";
import { jsonScalar } from "../scalars/jsonScalar.ts";
import { safeIntScalar } from "../scalars/safeIntScalar.ts";
import type { TypeRegistry } from "../TypeRegistry.ts";

const scalars = { string: GraphQLString, instant: dateTimeScalar, integer: GraphQLInt, boolean: GraphQLBoolean };

/** Returns the input type of a property. */
const propertyInput = (types: TypeRegistry, lexicons: LexiconSet, type: PropertyType): GraphQLInputType => {
  switch (type._tag) {
    case "Scalar":
      return type.wide ? safeIntScalar : scalars[type.type];
    case "Bytes":
    case "CidLink":
      return GraphQLString;
    case "Blob":
      return types.input("BlobInput");
    case "Object":
      return isBare(lexicons, type.id) ? jsonScalar : types.input(`${nameOfObject(lexicons, type.id)}Input`);
    case "Union":
      return types.input(`${typeName(type.id)}Input`);
    case "List":
      return new GraphQLList(new GraphQLNonNull(propertyInput(types, lexicons, type.item)));
    case "Unknown":
      return jsonScalar;
  }
};

const neededObjects = (lexicons: LexiconSet, id: string): ReadonlyArray<string> =>
  (lexicons.objects.get(id)?.properties ?? []).flatMap(({ type, required, nullable }) =>
    required && !nullable && type._tag === "Object" ? [type.id] : []
  );

/** Whether every value of an object type contains another one of the same type, so that it cannot be required. */
const needsItself = (lexicons: LexiconSet, id: string): boolean => {
  const seen = new Set<string>();
  const waiting = [...neededObjects(lexicons, id)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === id) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...neededObjects(lexicons, next));
  }
  return false;
};

const isDemanded = (lexicons: LexiconSet, { required, nullable, type }: Property): boolean =>
  required && !nullable && !(type._tag === "Object" && needsItself(lexicons, type.id));

/** Returns the input fields for properties. GraphQL has no empty input types, so without properties there is `_`. */
export const inputFields = (
  types: TypeRegistry,
  lexicons: LexiconSet,
  properties: ReadonlyArray<Property>
): GraphQLInputFieldConfigMap => {
  if (properties.length === 0) return { _: { type: GraphQLBoolean, description: "Ignored." } };
  return Object.fromEntries(
    properties.map((property) => {
      const type = propertyInput(types, lexicons, property.type);
      const demanded = isDemanded(lexicons, property) ? new GraphQLNonNull(type) : type;
      return [memberName(property.name), { type: demanded, description: property.description }];
    })
  );
};
