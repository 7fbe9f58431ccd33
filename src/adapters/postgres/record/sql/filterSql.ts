import { operandType } from "../../../../domain/record/query/operandValue.ts";
import type { Filter } from "../../../../domain/record/query/RecordQuery.ts";
import { searchSql } from "../search/searchSql.ts";
import { pathKey } from "../table/pathKeys.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { hiddenFromViewerSql, labeledSql, notLabeledSql } from "./labelSql.ts";
import { foldedSql, operandSql } from "./operandSql.ts";
import type { SqlParameters } from "./SqlParameters.ts";
import { quoteText, schema } from "./sqlNames.ts";

const operators = { eq: "=", ne: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

type Narrow<Tag extends Filter["_tag"]> = Extract<Filter, { readonly _tag: Tag }>;

/** Returns a filter as a condition on a row `t`. Null counts as false, as in `and` and `or`, so `not` is `is not true`. */
export const filterSql = (filter: Filter, table: RecordTable, parameters: SqlParameters): string => {
  const each = (filters: ReadonlyArray<Filter>, word: string, empty: string): string =>
    filters.length === 0 ? empty : `(${filters.map((one) => filterSql(one, table, parameters)).join(` ${word} `)})`;

  switch (filter._tag) {
    case "Every":
      return each(filter.filters, "and", "true");
    case "Some":
      return each(filter.filters, "or", "false");
    case "Not":
      if (filter.filter._tag === "Labeled") return notLabeledSql(filter.filter, table, parameters);
      return `(${filterSql(filter.filter, table, parameters)}) is not true`;
    case "Compare":
      return compareSql(filter, table, parameters);
    case "Among":
      return amongSql(filter, table, parameters);
    case "Text":
      return textSql(filter, table, parameters);
    case "Search":
      return searchSql(filter.operand.path, filter.needles, table, parameters);
    case "IsNull":
      return `${operandSql(table, filter.operand).sql} is ${filter.negated ? "not null" : "null"}`;
    case "Labeled":
      return labeledSql(filter, table, parameters);
    case "HiddenFromViewer":
      return hiddenFromViewerSql(filter, table, parameters);
    case "IsAbsent":
      return `${filter.negated ? "" : "not "}t.paths ? ${quoteText(pathKey("p", filter.path))}`;
  }
};

const isHandle = (operand: Narrow<"Compare">["operand"]): boolean =>
  operand._tag === "MetaOperand" && operand.meta === "actorHandle";

/** Finds the authors by their handles first, because rows have an index by author. */
const authorSql = (condition: string): string =>
  `t.did in (select a.did from ${schema}.actors a where a.handle ${condition})`;

const compareSql = ({ operand, operator, value }: Narrow<"Compare">, table: RecordTable, parameters: SqlParameters) => {
  const condition = `${operators[operator]} ${parameters.value(value, operandType(operand))}`;
  return operator === "eq" && isHandle(operand)
    ? authorSql(condition)
    : `${operandSql(table, operand).sql} ${condition}`;
};

const amongSql = ({ operand, negated, values }: Narrow<"Among">, table: RecordTable, parameters: SqlParameters) => {
  const list = parameters.values(values, operandType(operand));
  if (!negated && isHandle(operand)) return authorSql(`= any(${list})`);
  const { sql } = operandSql(table, operand);
  return negated ? `(${sql} is not null and ${sql} <> all(${list}))` : `${sql} = any(${list})`;
};

const textSql = (
  { operand, operator, value }: Narrow<"Text">,
  table: RecordTable,
  parameters: SqlParameters
): string =>
  operator === "contains"
    ? `strpos(${foldedSql(table, operand)}, ${parameters.folded(value)}) > 0`
    : `starts_with(${operandSql(table, operand).sql}, ${parameters.value(value, "string")})`;
