import type { IndexedRecord } from "../../../../src/domain/record/IndexedRecord.ts";
import type { Json, JsonObject } from "../../../../src/domain/record/Json.ts";

export interface GroupBy {
  readonly field: string;
  readonly interval?: "HOUR" | "DAY" | "WEEK" | "MONTH" | null;
}

/** The start of a span of time, day by day and hour by hour. */
const startOf = (text: string, interval: GroupBy["interval"]): string => {
  const date = new Date(text);
  if (interval) date.setUTCMinutes(0, 0, 0);
  if (interval && interval !== "HOUR") date.setUTCHours(0);
  if (interval === "WEEK") while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  if (interval === "MONTH") date.setUTCDate(1);
  return date.toISOString();
};

const valueOf = (record: IndexedRecord, { field, interval }: GroupBy): Json => {
  const meta = Object.entries(record).find(([key]) => key === field && key !== "value");
  const value: Json = meta === undefined ? (record.value[field] ?? null) : String(meta[1]);
  const isDate = field === "at" || field === "createdAt" || field === "indexedAt";
  return isDate && typeof value === "string" ? startOf(value, interval) : value;
};

const compare = (left: Json | undefined, right: Json | undefined): number => {
  if (left === right) return 0;
  if (left === null || left === undefined) return 1;
  if (right === null || right === undefined) return -1;
  return left < right ? -1 : 1;
};

/** The groups of records by the values of fields, as their answers. */
export const groupsOf = (
  records: ReadonlyArray<IndexedRecord>,
  groupBy: ReadonlyArray<GroupBy>,
  order: "ASC" | "DESC"
): ReadonlyArray<JsonObject> => {
  const groups = new Map<string, { readonly values: ReadonlyArray<Json>; count: number }>();
  for (const record of records) {
    const values = groupBy.map((each) => valueOf(record, each));
    const group = groups.get(JSON.stringify(values)) ?? { values, count: 0 };
    group.count += 1;
    groups.set(JSON.stringify(values), group);
  }
  const sign = order === "ASC" ? 1 : -1;
  return [...groups.values()]
    .toSorted((left, right) => {
      const differences = left.values.map((value, at) => compare(value, right.values[at]));
      return [sign * (left.count - right.count), ...differences].find((difference) => difference !== 0) ?? 0;
    })
    .map(({ values, count }) => ({
      count,
      ...Object.fromEntries(groupBy.map(({ field }, at) => [field, values[at] ?? null]))
    }));
};
