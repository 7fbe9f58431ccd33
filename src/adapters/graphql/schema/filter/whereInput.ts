import {
  GraphQLBoolean,
  type GraphQLInputFieldConfigMap,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull
} from "graphql";
import { typeName } from "../../../../domain/api/apiName.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { nameOfObject } from "../record/objectName.ts";
import type { TypeRegistry } from "../TypeRegistry.ts";
import { type ConditionField, collectionConditions, conditionFields, nestedConditions } from "./conditionFields.ts";
import {
  booleanCondition,
  bytesCondition,
  dateTimeCondition,
  intCondition,
  labelsCondition,
  linkCondition,
  presenceCondition,
  stringCondition,
  wideIntCondition
} from "./conditionTypes.ts";

const scalarConditions = {
  string: stringCondition,
  instant: dateTimeCondition,
  integer: intCondition,
  boolean: booleanCondition,
  link: linkCondition,
  bytes: bytesCondition
};

const inputOf = (types: TypeRegistry, lexicons: LexiconSet, field: ConditionField): GraphQLInputType => {
  switch (field._tag) {
    case "ScalarCondition":
      return field.wide ? wideIntCondition : scalarConditions[field.type];
    case "ObjectCondition":
      return types.input(`${nameOfObject(lexicons, field.id)}WhereInput`);
    case "PresenceCondition":
      return presenceCondition;
    case "OwnPresenceCondition":
      return GraphQLBoolean;
    case "LabelsCondition":
      return labelsCondition;
    case "MetaCondition":
      return field.meta === "indexedAt" ? dateTimeCondition : stringCondition;
  }
};

const defineWhere = (
  types: TypeRegistry,
  lexicons: LexiconSet,
  name: string,
  fields: ReadonlyMap<string, ConditionField>
): void => {
  types.inputObject(name, "Conditions, all of which must hold.", (): GraphQLInputFieldConfigMap => {
    const own = types.input(name);
    const several = { type: new GraphQLList(new GraphQLNonNull(own)) };
    return {
      ...Object.fromEntries([...fields].map(([key, field]) => [key, { type: inputOf(types, lexicons, field) }])),
      and: { ...several, description: "All of these conditions." },
      or: { ...several, description: "At least one of these conditions. An empty list matches nothing." },
      not: { type: own, description: "Not this condition." }
    };
  });
};

/** Defines `TWhereInput` for every collection, and `<object>WhereInput` for every object in records. */
export const defineWhereInputs = (types: TypeRegistry, lexicons: LexiconSet): void => {
  for (const collection of lexicons.collections)
    defineWhere(types, lexicons, `${typeName(collection.nsid)}WhereInput`, collectionConditions(lexicons, collection));
  for (const { id, properties } of lexicons.objects.values()) {
    const fields = conditionFields(lexicons, properties, nestedConditions);
    defineWhere(types, lexicons, `${nameOfObject(lexicons, id)}WhereInput`, fields);
  }
};
