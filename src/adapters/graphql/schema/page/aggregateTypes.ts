import { GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import { fieldName, memberName, typeName } from "../../../../domain/api/apiName.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { operandType } from "../../../../domain/record/query/operandValue.ts";
import type { GroupKey } from "../../../../domain/record/query/RecordQuery.ts";
import { propertyOutput } from "../record/propertyOutput.ts";
import { jsonScalar } from "../scalars/jsonScalar.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";
import { groupFields } from "./groupFields.ts";

/** The default and the maximum number of groups. */
export const defaultGroups = 50;
export const maximumGroups = 1000;

/** The maximum number of fields of a `groupBy`. */
export const maximumGroupFields = 5;

/** Defines `DateInterval` and `AggregationOrderBy`, which all collections share. */
export const defineAggregation = (types: TypeRegistry): void => {
  types.enumeration(
    "DateInterval",
    "A span of time, in UTC.",
    new Map([
      ["HOUR", null],
      ["DAY", null],
      ["WEEK", "From Monday on, numbered by ISO 8601."],
      ["MONTH", null]
    ])
  );
  types.inputObject("AggregationOrderBy", "The order of groups; those of one count go by their values.", () => ({
    count: { type: types.input("SortDirection"), description: "Largest group first by default." }
  }));
};

/** A date is text: the instant, or the name of the requested interval. */
const valueType = (types: TypeRegistry, lexicons: LexiconSet, collection: Collection, field: string, key: GroupKey) => {
  if (key._tag === "ListGroup") return jsonScalar;
  if (key.operand._tag === "MetaOperand" || key.operand.type === "instant") return GraphQLString;
  const property = collection.properties.find(({ name }) => memberName(name) === field);
  return property === undefined ? GraphQLString : propertyOutput(types, lexicons, property.type);
};

const valueDescription = (field: string, key: GroupKey): string => {
  const asked = "It can be asked for where groupBy names it.";
  if (key._tag === "ListGroup") return `The list ${field} that they share, as it is stored. ${asked}`;
  if (operandType(key.operand) !== "instant") return `The ${field} that they share. ${asked}`;
  return `The ${field} that they share, or the interval it lies in: 2024-01-31T10:00, 2024-01-31, 2024-W05 or 2024-01. ${asked}`;
};

/** `count` is always the number of records, so a property of that name has another one. */
const memberOf = (field: string): string => (field === "count" ? "count_" : field);

/** Defines `TGroupByField`, `TGroupByFieldInput` and `TAggregated`, the groups of the records of a collection. */
export const defineAggregated = (types: TypeRegistry, lexicons: LexiconSet, collection: Collection): void => {
  const { nsid } = collection;
  const name = typeName(nsid);
  const fields = [...groupFields(collection)];
  types.enumeration(
    `${name}GroupByField`,
    `What ${nsid} records can be grouped by.`,
    new Map(fields.map(([field]) => [field, null]))
  );
  types.inputObject(`${name}GroupByFieldInput`, null, () => ({
    field: { type: new GraphQLNonNull(types.input(`${name}GroupByField`)) },
    interval: {
      type: types.input("DateInterval"),
      description: "For dates: groups records by this interval, in UTC."
    }
  }));
  types.object(`${name}Aggregated`, `A group of ${nsid} records.`, () => [
    {
      name: "count",
      description: "The number of records in the group.",
      type: new GraphQLNonNull(GraphQLInt),
      outputKind: { _tag: "GroupCountKind" }
    },
    ...fields.map(
      ([field, key]): OutputField => ({
        name: memberOf(field),
        description: valueDescription(field, key),
        type: valueType(types, lexicons, collection, field, key),
        outputKind: { _tag: "GroupValueKind", field }
      })
    )
  ]);
};

/** `fAggregated`. */
export const aggregatedField = (types: TypeRegistry, collection: Collection): OutputField => {
  const { nsid } = collection;
  const name = typeName(nsid);
  const group = new GraphQLNonNull(types.input(`${name}GroupByFieldInput`));
  return {
    name: `${fieldName(nsid)}Aggregated`,
    description: `Groups of ${nsid} records, with the number of records in each.`,
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(types.output(`${name}Aggregated`)))),
    args: {
      groupBy: {
        type: new GraphQLNonNull(new GraphQLList(group)),
        description: `1 to ${maximumGroupFields} different fields.`
      },
      where: { type: types.input(`${name}WhereInput`), description: "Conditions, all of which must hold." },
      orderBy: { type: types.input("AggregationOrderBy"), description: "Largest group first by default." },
      limit: {
        type: GraphQLInt,
        description: `The number of groups: ${defaultGroups} by default, up to ${maximumGroups}.`
      }
    },
    outputKind: { _tag: "AggregateKind", collection }
  };
};
