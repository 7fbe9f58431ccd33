import type { CursorPosition } from "../../../domain/record/Cursor.ts";
import { comparePositions } from "../../../domain/record/comparePositions.ts";
import { filterHolds } from "../../../domain/record/filterHolds.ts";
import type { IndexedRecord } from "../../../domain/record/IndexedRecord.ts";
import type { Instant } from "../../../domain/record/instant.ts";
import { instantText } from "../../../domain/record/instantText.ts";
import { intervalStart } from "../../../domain/record/intervalStart.ts";
import { intervalText } from "../../../domain/record/intervalText.ts";
import type { Json } from "../../../domain/record/Json.ts";
import { listHash } from "../../../domain/record/listHash.ts";
import { type NamedRecord, operandType, operandValue } from "../../../domain/record/operandValue.ts";
import { propertyAt } from "../../../domain/record/propertyAt.ts";
import type { Aggregate, GroupKey, ParameterValue } from "../../../domain/record/RecordQuery.ts";
import { takeParameter } from "../../../domain/record/readParameter.ts";
import type { Scalar } from "../../../domain/record/scalarValue.ts";

/** The records that have the same values. */
export interface Group {
  /** What they are told apart and ordered by. */
  readonly values: ReadonlyArray<Scalar | null>;
  readonly count: number;
  /** One of them. */
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

/** The value of a group by the place of its key, as the answer has it. */
export const valueOfGroup = ({ example, values }: Group, keys: ReadonlyArray<GroupKey>, at: number): Json => {
  const key = keys[at];
  return key === undefined ? null : groupJson(key, values[at] ?? null, example);
};

const nameOf = (values: Group["values"]): string =>
  JSON.stringify(values.map((value) => (typeof value === "bigint" ? [String(value)] : value)));

/** No uri breaks ties: groups differ in a value. */
const position = ({ values }: Group): CursorPosition => ({ values, uri: "" });

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
    const name = nameOf(values);
    counted.set(name, { values, count: (counted.get(name)?.count ?? 0) + 1, example: row.record });
  }
  const byValues = comparePositions(groups.map(() => ({ direction: "ASC" })));
  const sign = order === "ASC" ? 1 : -1;
  return Array.from(counted.values())
    .sort((left, right) => sign * (left.count - right.count) || byValues(position(left), position(right)))
    .slice(0, takeParameter(parameters, limit));
};
