import type { Json, JsonObject } from "../../../../src/domain/json/Json.ts";
import type { IndexedRecord } from "../../../../src/domain/record/index/IndexedRecord.ts";

export interface GroupBy {
  readonly field: string;
  readonly interval?: "HOUR" | "DAY" | "WEEK" | "MONTH" | null;
}

/** The week of a Monday, counted one by one from the first with a Thursday in its year. */
const weekOf = (monday: Date): string => {
  const thursday = new Date(monday.getTime() + 3 * 86_400_000);
  const year = thursday.getUTCFullYear();
  let week = 0;
  for (const day = new Date(Date.UTC(year, 0, 1)); day <= thursday; day.setUTCDate(day.getUTCDate() + 1))
    if (day.getUTCDay() === 4) week += 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
};

/** The name of a span of time, found day by day and hour by hour. */
const startOf = (text: string, interval: GroupBy["interval"]): string => {
  const date = new Date(text);
  if (interval) date.setUTCMinutes(0, 0, 0);
  if (interval && interval !== "HOUR") date.setUTCHours(0);
  if (interval === "WEEK") while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  if (interval === "MONTH") date.setUTCDate(1);
  const start = date.toISOString();
  if (interval === "WEEK") return weekOf(date);
  return interval ? start.slice(0, { HOUR: 16, DAY: 10, MONTH: 7 }[interval]) : start;
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
