import type { CursorPosition } from "../../../domain/record/Cursor.ts";
import { comparePositions } from "../../../domain/record/comparePositions.ts";
import { filterHolds } from "../../../domain/record/filterHolds.ts";
import { intervalStart } from "../../../domain/record/intervalStart.ts";
import { type NamedRecord, operandValue } from "../../../domain/record/operandValue.ts";
import type { Aggregate, GroupKey, ParameterValue, SortKey } from "../../../domain/record/RecordQuery.ts";
import { takeParameter } from "../../../domain/record/readParameter.ts";
import type { Scalar } from "../../../domain/record/scalarValue.ts";

/** The records that have the same values. */
export interface Group {
  readonly values: ReadonlyArray<Scalar | null>;
  readonly count: number;
}

const groupValue = (row: NamedRecord, { operand, interval }: GroupKey): Scalar | null => {
  const value = operandValue(row, operand);
  return interval !== null && typeof value === "number" ? intervalStart(value, interval) : value;
};

/** Counts the records of a collection by their values, and gives as many groups as are asked for. */
export const countGroups = (
  { where, groups, order, limit }: Aggregate,
  records: ReadonlyArray<NamedRecord>,
  parameters: ReadonlyArray<ParameterValue>
): ReadonlyArray<Group> => {
  const counted = new Map<string, Group>();
  for (const row of records) {
    if (!filterHolds(where, row, parameters)) continue;
    const values = groups.map((key) => groupValue(row, key));
    const name = JSON.stringify(values);
    counted.set(name, { values, count: (counted.get(name)?.count ?? 0) + 1 });
  }
  const ascending = groups.map(({ operand }): SortKey => ({ operand, direction: "ASC" }));
  const byValues = comparePositions(ascending);
  const position = ({ values }: Group): CursorPosition => ({ values, uri: "" });
  const sign = order === "ASC" ? 1 : -1;
  return Array.from(counted.values())
    .sort((left, right) => sign * (left.count - right.count) || byValues(position(left), position(right)))
    .slice(0, takeParameter(parameters, limit));
};
