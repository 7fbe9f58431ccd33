import {
  GraphQLBoolean,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString
} from "graphql";
import { dateTimeScalar } from "../scalars/dateTimeScalar.ts";
import { safeIntScalar } from "../scalars/safeIntScalar.ts";

const isNull = { type: GraphQLBoolean, description: "True matches a missing value, false a present one." };

const condition = (
  name: string,
  type: GraphQLInputType,
  operators: ReadonlyArray<string>,
  description: string,
  more: GraphQLInputFieldConfigMap = {}
): GraphQLInputObjectType => {
  const list = new GraphQLList(new GraphQLNonNull(type));
  const compared = operators.map((operator) => [operator, { type }]);
  return new GraphQLInputObjectType({
    name,
    description,
    fields: {
      eq: { type, description: "Equal. Null matches a missing value." },
      ne: { type, description: "Has a value, but not this one. Null matches any value." },
      in: { type: list, description: "One of. An empty list matches nothing." },
      notIn: { type: list, description: "Has a value, but none of these." },
      isNull,
      ...Object.fromEntries(compared),
      ...more
    }
  });
};

const ordered = ["gt", "gte", "lt", "lte"];

const search = {
  type: GraphQLString,
  description:
    'Has all these words, in any script, whatever their case and accents; the last one may be the beginning of a word. "Words in quotes" are in order. Only for properties of the record.'
};

/** `StringFieldCondition`. */
export const stringCondition = condition(
  "StringFieldCondition",
  GraphQLString,
  ["contains", "startsWith", ...ordered],
  "Conditions on a text, all of which must hold. `contains` ignores case; no character is a wildcard.",
  { search }
);

/** `IntFieldCondition`. */
export const intCondition = condition(
  "IntFieldCondition",
  GraphQLInt,
  ordered,
  "Conditions on a number, all of which must hold."
);

/** `WideIntFieldCondition`: GraphQL's Int has 32 bits. */
export const wideIntCondition = condition(
  "WideIntFieldCondition",
  safeIntScalar,
  ordered,
  "Conditions on an integer that may not fit into 32 bits, all of which must hold."
);

/** `DateTimeFieldCondition`. */
export const dateTimeCondition = condition(
  "DateTimeFieldCondition",
  dateTimeScalar,
  ordered,
  "Conditions on a point in time, all of which must hold. Compared as instants, whatever the zone."
);

/** `BooleanFieldCondition`. */
export const booleanCondition = condition(
  "BooleanFieldCondition",
  GraphQLBoolean,
  [],
  "Conditions on a truth value, all of which must hold."
);

/** `LinkFieldCondition`. */
export const linkCondition = condition(
  "LinkFieldCondition",
  GraphQLString,
  [],
  "Conditions on a link, all of which must hold. A link is compared as the text of its CID."
);

/** `BytesFieldCondition`. */
export const bytesCondition = condition(
  "BytesFieldCondition",
  GraphQLString,
  [],
  "Conditions on bytes, all of which must hold. Bytes are written as base64, with or without padding."
);

/** `PresenceFieldCondition`. */
export const presenceCondition = new GraphQLInputObjectType({
  name: "PresenceFieldCondition",
  description: "The presence of a value.",
  fields: { isNull }
});

const texts = new GraphQLList(new GraphQLNonNull(GraphQLString));

/** `LabelsCondition`. */
export const labelsCondition = new GraphQLInputObjectType({
  name: "LabelsCondition",
  description:
    "Conditions on the active labels in `labels`: those of the record, of its author's account, and those that the author put on the record. All conditions must hold.",
  fields: {
    has: { type: texts, description: "At least one label with one of these values. An empty list matches nothing." },
    none: { type: texts, description: "No label with any of these values." },
    src: {
      type: texts,
      description:
        "Only labels of these sources, by DID, count for has and none. Without has and none: at least one label of them."
    }
  }
});
