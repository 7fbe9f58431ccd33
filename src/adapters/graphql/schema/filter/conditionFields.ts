import { memberName } from "../../../../domain/api/apiName.ts";
import type { Collection, Property } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { type OperandType, operandTypeOf } from "../../../../domain/record/query/OperandType.ts";
import type { Meta } from "../../../../domain/record/query/RecordQuery.ts";
import { labelsName, withoutLabels } from "../record/labelType.ts";
import { metas } from "../record/metaFields.ts";
import { isBare } from "../record/objectName.ts";

/** The operand of a field of a `WhereInput`. */
export type ConditionField =
  | { readonly _tag: "ScalarCondition"; readonly property: string; readonly type: OperandType; readonly wide: boolean }
  | { readonly _tag: "ObjectCondition"; readonly property: string; readonly id: string }
  /** The presence of a value without an order, such as a blob, a list or a union. */
  | { readonly _tag: "PresenceCondition"; readonly property: string }
  /** The presence of the object itself, as a field inside it. */
  | { readonly _tag: "OwnPresenceCondition" }
  | { readonly _tag: "MetaCondition"; readonly meta: Meta }
  /** The labels of the record, of its author's account, and those that the author put on it. */
  | { readonly _tag: "LabelsCondition" };

/** The names that a property cannot have in a `WhereInput`, because they combine conditions. */
const logicalOperators: ReadonlyArray<string> = ["and", "or", "not"];

const propertyCondition = (lexicons: LexiconSet, { name: property, type }: Property): ConditionField => {
  const operand = operandTypeOf(type);
  const wide = type._tag === "Scalar" && type.wide === true;
  if (operand !== null) return { _tag: "ScalarCondition", property, type: operand, wide };
  if (type._tag === "Object" && !isBare(lexicons, type.id)) return { _tag: "ObjectCondition", property, id: type.id };
  return { _tag: "PresenceCondition", property };
};

/** Returns the fields of a `WhereInput` for properties, by name. `others` are added where no property has their name. */
export const conditionFields = (
  lexicons: LexiconSet,
  properties: ReadonlyArray<Property>,
  others: ReadonlyMap<string, ConditionField>
): ReadonlyMap<string, ConditionField> => {
  const named = properties.map(
    (property) => [memberName(property.name), propertyCondition(lexicons, property)] as const
  );
  const fields = new Map([...named.filter(([name]) => !logicalOperators.includes(name))]);
  for (const [name, field] of others) if (!fields.has(name)) fields.set(name, field);
  return fields;
};

/** The fields of records in addition to their properties. */
const recordConditions: ReadonlyMap<string, ConditionField> = new Map<string, ConditionField>([
  ...metas.map((meta) => [meta, { _tag: "MetaCondition", meta }] as const),
  [labelsName, { _tag: "LabelsCondition" }]
]);

/** Returns the fields of the `WhereInput` of a collection. */
export const collectionConditions = (
  lexicons: LexiconSet,
  { properties }: Collection
): ReadonlyMap<string, ConditionField> => conditionFields(lexicons, withoutLabels(properties), recordConditions);

/** The fields of a nested object in addition to its properties. */
export const nestedConditions: ReadonlyMap<string, ConditionField> = new Map([
  ["isNull", { _tag: "OwnPresenceCondition" }]
]);
