import { GraphQLBoolean, GraphQLInt, GraphQLList, type GraphQLOutputType, GraphQLString } from "graphql";
import { memberName, typeName } from "../../../../domain/api/apiName.ts";
import type { Property, PropertyType } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { dateTimeScalar } from "../scalars/dateTimeScalar.ts";
import { jsonScalar } from "../scalars/jsonScalar.ts";
import { safeIntScalar } from "../scalars/safeIntScalar.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";
import { isBare, nameOfObject } from "./objectName.ts";

const scalarOutput = (type: Extract<PropertyType, { _tag: "Scalar" }>): GraphQLOutputType => {
  switch (type.type) {
    case "string":
      return GraphQLString;
    case "instant":
      return dateTimeScalar;
    case "integer":
      return type.wide ? safeIntScalar : GraphQLInt;
    case "boolean":
      return GraphQLBoolean;
  }
};

/** Returns the output type of a property. */
export const propertyOutput = (types: TypeRegistry, lexicons: LexiconSet, type: PropertyType): GraphQLOutputType => {
  switch (type._tag) {
    case "Scalar":
      return scalarOutput(type);
    case "Bytes":
    case "CidLink":
      return GraphQLString;
    case "Blob":
      return types.output("Blob");
    case "Object":
      return isBare(lexicons, type.id) ? jsonScalar : types.output(nameOfObject(lexicons, type.id));
    case "Union":
      return types.output(typeName(type.id));
    case "List":
      return new GraphQLList(propertyOutput(types, lexicons, type.item));
    case "Unknown":
      return jsonScalar;
  }
};

/** Returns the fields for properties. All are nullable, because a stored record may violate its Lexicon. */
export const propertyFields = (
  types: TypeRegistry,
  lexicons: LexiconSet,
  properties: ReadonlyArray<Property>
): ReadonlyArray<OutputField> =>
  properties.map(({ name, description, type }) => ({
    name: memberName(name),
    description,
    type: propertyOutput(types, lexicons, type),
    outputKind: { _tag: "PropertyKind", property: name, type }
  }));
