import * as Either from "effect/Either";
import * as Option from "effect/Option";
import type { OperandType } from "../../../domain/record/query/OperandType.ts";
import type { Filter, Operand, Parameter, ParameterValue } from "../../../domain/record/query/RecordQuery.ts";
import { instant } from "../../../domain/record/value/instant.ts";
import { type Scalar, withoutPadding } from "../../../domain/record/value/scalarValue.ts";
import { BrowseRefused } from "./BrowseRefused.ts";
import type { BrowsedProperty } from "./browsedProperties.ts";

/** How a property is compared with a value. */
export const recordOperators = [
  "equals",
  "not-equals",
  "contains",
  "starts-with",
  "at-least",
  "at-most",
  "present",
  "absent"
] as const;
export type RecordOperator = (typeof recordOperators)[number];

/** A condition on a property, as it was typed. `value` is null for `present` and `absent`. */
export interface RecordCondition {
  readonly property: string;
  readonly operator: RecordOperator;
  readonly value: string | null;
}

/** Adds a value to the parameters of a query. */
export type AddParameter = (value: ParameterValue) => Parameter;

const refused = (message: string) => Either.left(new BrowseRefused({ argument: "where", message }));

const day = /^\d{4}-\d\d-\d\d$/;

const readInstant = (text: string): Either.Either<Scalar, string> =>
  Option.match(instant(day.test(text) ? `${text}T00:00:00Z` : text), {
    onNone: () => Either.left("a day or a time with a zone, such as 2026-01-31 or 2026-01-31T12:00:00Z"),
    onSome: (microseconds) => Either.right<Scalar>(microseconds)
  });

/** Reads a typed value of an operand; a failure says what it must be. */
const readValue = (text: string, type: OperandType): Either.Either<Scalar, string> => {
  switch (type) {
    case "string":
    case "link":
      return Either.right(text);
    case "bytes":
      return Either.right(withoutPadding(text));
    case "boolean":
      return text === "true" || text === "false" ? Either.right(text === "true") : Either.left("true or false");
    case "integer": {
      const number = Number(text);
      return text.trim() !== "" && Number.isSafeInteger(number) ? Either.right(number) : Either.left("a whole number");
    }
    case "instant":
      return readInstant(text.trim());
  }
};

const comparisons = { equals: "eq", "not-equals": "ne", "at-least": "gte", "at-most": "lte" } as const;
const texts = { contains: "contains", "starts-with": "startsWith" } as const;

const presence = ({ operand: type, path }: BrowsedProperty, negated: boolean): Filter =>
  type === null
    ? { _tag: "IsAbsent", path, negated }
    : { _tag: "IsNull", operand: { _tag: "PropertyOperand", path, type }, negated };

const compared = (
  { operator, property, value }: RecordCondition,
  operand: Operand,
  type: OperandType,
  add: AddParameter
): Either.Either<Filter, BrowseRefused> => {
  if (operator === "present" || operator === "absent") return refused(`where.operator ${operator} takes no value.`);
  if (value === null) return refused(`where.value is missing: ${operator} compares ${property} with a value.`);
  if (operator === "contains" || operator === "starts-with") {
    return type === "string"
      ? Either.right({ _tag: "Text", operand, operator: texts[operator], value: add(value) })
      : refused(`where.operator ${operator} is for texts, and ${property} is none: use equals, at-least or at-most.`);
  }
  return Either.mapBoth(readValue(value, type), {
    onLeft: (expected) =>
      new BrowseRefused({ argument: "where", message: `where.value of ${property} must be ${expected}.` }),
    onRight: (read): Filter => ({ _tag: "Compare", operand, operator: comparisons[operator], value: add(read) })
  });
};

/** Reads a condition on a property, or says what is wrong with it. */
export const readCondition = (
  condition: RecordCondition,
  properties: ReadonlyArray<BrowsedProperty>,
  add: AddParameter
): Either.Either<Filter, BrowseRefused> => {
  const property = properties.find(({ name }) => name === condition.property);
  if (property === undefined) {
    const names = properties.map(({ name }) => name).join(", ");
    return refused(`where.property names ${condition.property}, which the Lexicon does not have: use one of ${names}.`);
  }
  const { operator } = condition;
  if (operator === "present" || operator === "absent") return Either.right(presence(property, operator === "present"));
  const { operand: type, path } = property;
  return type === null
    ? refused(`where.operator ${operator} cannot be used with ${property.name}: use present or absent.`)
    : compared(condition, { _tag: "PropertyOperand", path, type }, type, add);
};
