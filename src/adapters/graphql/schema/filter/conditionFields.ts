import { memberName } from "../../../../domain/lexicon/apiName.ts";
import type { Property } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { type OperandType, operandTypeOf } from "../../../../domain/record/query/OperandType.ts";
import type { Meta } from "../../../../domain/record/query/RecordQuery.ts";
import { isBare } from "../record/objectName.ts";

/** What a field of a `WhereInput` puts its conditions on. */
export type ConditionField =
  | { readonly _tag: "ScalarCondition"; readonly property: string; readonly type: OperandType; readonly wide: boolean }
  | { readonly _tag: "ObjectCondition"; readonly property: string; readonly id: string }
  /** Whether a blob, a list, a union or anything else that has no order is there. */
  | { readonly _tag: "PresenceCondition"; readonly property: string }
  /** Whether the object itself is there, asked from within it. */
  | { readonly _tag: "OwnPresenceCondition" }
  | { readonly _tag: "MetaCondition"; readonly meta: Meta };

/** The names a property cannot take in a `WhereInput`, because they combine conditions. */
export const logicalOperators: ReadonlyArray<string> = ["and", "or", "not"];

const propertyCondition = (lexicons: LexiconSet, { name: property, type }: Property): ConditionField => {
  const operand = operandTypeOf(type);
  const wide = type._tag === "Scalar" && type.wide === true;
  if (operand !== null) return { _tag: "ScalarCondition", property, type: operand, wide };
  if (type._tag === "Object" && !isBare(lexicons, type.id)) return { _tag: "ObjectCondition", property, id: type.id };
  return { _tag: "PresenceCondition", property };
};

/** The fields of a `WhereInput` for properties, by name. `others` are there where no property has their name. */
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

/** What a nested object has beside its properties. */
export const nestedConditions: ReadonlyMap<string, ConditionField> = new Map([
  ["isNull", { _tag: "OwnPresenceCondition" }]
]);
