import type { Json } from "../../../domain/json/Json.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import type { CursorPosition } from "../../../domain/record/query/Cursor.ts";
import { comparePositions } from "../../../domain/record/query/comparePositions.ts";
import { matchesFilter } from "../../../domain/record/query/matchesFilter.ts";
import { type NamedRecord, operandType, operandValue } from "../../../domain/record/query/operandValue.ts";
import type { RecordLabels } from "../../../domain/record/query/RecordLabels.ts";
import type { Aggregate, GroupKey, ParameterValue } from "../../../domain/record/query/RecordQuery.ts";
import { pageSizeParameter } from "../../../domain/record/query/readParameter.ts";
import type { Instant } from "../../../domain/record/value/instant.ts";
import { instantText } from "../../../domain/record/value/instantText.ts";
import { intervalStart } from "../../../domain/record/value/intervalStart.ts";
import { intervalText } from "../../../domain/record/value/intervalText.ts";
import { listHash } from "../../../domain/record/value/listHash.ts";
import { propertyAt } from "../../../domain/record/value/propertyAt.ts";
import type { Scalar } from "../../../domain/record/value/scalarValue.ts";

/** The records that have the same values. */
export interface Group {
  /** The values that distinguish and order the groups. */
  readonly values: ReadonlyArray<Scalar | null>;
  readonly count: number;
  /** One record of the group. */
  readonly example: IndexedRecord;
}

const isInstant = (value: Scalar | null): value is Instant => typeof value === "number" || typeof value === "bigint";

const groupValue = (row: NamedRecord, key: GroupKey): Scalar | null => {
  if (key._tag === "ListGroup") return listHash(propertyAt(row.record.value, [key.property]));
  const value = operandValue(row, key.operand);
  return key.interval !== null && isInstant(value) ? intervalStart(value, key.interval) : value;
};

const groupJson = (key: GroupKey, value: Scalar | null, { value: record }: IndexedRecord): Json => {
  if (key._tag === "ListGroup") return value === null ? null : (propertyAt(record, [key.property]) ?? null);
  if (isInstant(value) && operandType(key.operand) === "instant")
    return key.interval === null ? instantText(value) : intervalText(value, key.interval);
  return typeof value === "bigint" ? Number(value) : value;
};

/** Returns a value of a group by the index of its key, as it appears in the result. */
export const valueOfGroup = ({ example, values }: Group, keys: ReadonlyArray<GroupKey>, at: number): Json => {
  const key = keys[at];
  return key === undefined ? null : groupJson(key, values[at] ?? null, example);
};

const nameOf = (values: Group["values"]): string =>
  JSON.stringify(values.map((value) => (typeof value === "bigint" ? [String(value)] : value)));

/** There are no ties to break by URI, because groups differ in a value. */
const position = ({ values }: Group): CursorPosition => ({ values, uri: "" });

/** Groups and counts the records of a collection, and returns the requested number of groups. */
export const countGroups = (
  { where, groups, order, limit }: Aggregate,
  records: ReadonlyArray<NamedRecord>,
  parameters: ReadonlyArray<ParameterValue>,
  labels: RecordLabels
): ReadonlyArray<Group> => {
  const counted = new Map<string, Group>();
  for (const row of records) {
    if (!matchesFilter(where, row, parameters, labels)) continue;
    const values = groups.map((key) => groupValue(row, key));
    const name = nameOf(values);
    counted.set(name, { values, count: (counted.get(name)?.count ?? 0) + 1, example: row.record });
  }
  const byValues = comparePositions(groups.map(() => ({ direction: "ASC" })));
  const sign = order === "ASC" ? 1 : -1;
  return Array.from(counted.values())
    .sort((left, right) => sign * (left.count - right.count) || byValues(position(left), position(right)))
    .slice(0, pageSizeParameter(parameters, limit));
};
