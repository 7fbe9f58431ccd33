import type { RecordConditionInput, RecordOperator, RecordOrderInput, RecordScope } from "../../api/documents.ts";

/** The operators, as the query string and the page name them. */
export const operators = {
  EQUALS: "is",
  NOT_EQUALS: "is not",
  CONTAINS: "contains",
  STARTS_WITH: "starts with",
  AT_LEAST: "is at least",
  AT_MOST: "is at most",
  PRESENT: "is present",
  ABSENT: "is absent"
} as const satisfies Readonly<Record<RecordOperator, string>>;

const isOperator = (text: string): text is RecordOperator => Object.hasOwn(operators, text);

/** Whether an operator compares with a value. */
export const takesValue = (operator: RecordOperator): boolean => operator !== "PRESENT" && operator !== "ABSENT";

/** The operators for properties whose values are compared in a way; null for those that are only present or absent. */
export const operatorsFor = (operand: string | null): ReadonlyArray<RecordOperator> => {
  switch (operand) {
    case null:
      return ["PRESENT", "ABSENT"];
    case "string":
      return ["CONTAINS", "EQUALS", "NOT_EQUALS", "STARTS_WITH", "PRESENT", "ABSENT"];
    case "instant":
    case "integer":
      return ["AT_LEAST", "AT_MOST", "EQUALS", "NOT_EQUALS", "PRESENT", "ABSENT"];
    default:
      return ["EQUALS", "NOT_EQUALS", "PRESENT", "ABSENT"];
  }
};

/** The text of a condition in the query string: `status:CONTAINS:wave`. */
export const conditionText = ({ operator, property, value }: RecordConditionInput): string =>
  takesValue(operator) ? `${property}:${operator}:${value ?? ""}` : `${property}:${operator}`;

/** Reads `conditionText`; null for anything else. */
export const readCondition = (text: string): RecordConditionInput | null => {
  const [property = "", operator = "", ...rest] = text.split(":");
  if (property === "" || !isOperator(operator)) return null;
  return { property, operator, value: takesValue(operator) ? rest.join(":") : null };
};

const scopes: Readonly<Record<string, RecordScope>> = { all: "ALL", hidden: "HIDDEN" };

const metaOrders = { indexed: "INDEXED_AT", key: "RECORD_KEY", author: "AUTHOR" } as const;
const isMetaOrder = (name: string): name is keyof typeof metaOrders => Object.hasOwn(metaOrders, name);

/** The sort order of the query string: `-indexed`, `key`, `author`, or a property as `.createdAt`; `-` is descending. */
export const orderOf = (text: string): RecordOrderInput => {
  const descending = text.startsWith("-");
  const name = descending ? text.slice(1) : text;
  if (name.startsWith(".")) return { by: "PROPERTY", property: name.slice(1), descending };
  return isMetaOrder(name)
    ? { by: metaOrders[name], property: null, descending }
    : { by: "INDEXED_AT", property: null, descending: true };
};

/** The default order: the last indexed first. */
export const usualOrder = "-indexed";

/** The order after a press on the heading of a column: descending, then ascending, then the default. */
export const nextOrder = (current: string, name: string): string => {
  if (current === `-${name}`) return name;
  return current === name ? usualOrder : `-${name}`;
};

/** What the query string of a collection asks for. */
export const readFilter = (search: URLSearchParams) => ({
  author: search.get("author") || null,
  rkey: search.get("key") || null,
  where: search.getAll("f").flatMap((text) => readCondition(text) ?? []),
  scope: scopes[search.get("show") ?? ""] ?? "VISIBLE",
  orderBy: orderOf(search.get("sort") ?? usualOrder)
});
