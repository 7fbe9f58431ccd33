import type { Interval } from "../../../../domain/record/query/Interval.ts";
import { regularIntervals } from "../../../../domain/record/value/intervalStart.ts";

const day = regularIntervals.DAY.length;

const regularSql = (instant: string, interval: Exclude<Interval, "MONTH">): string => {
  const { length, origin } = regularIntervals[interval];
  return `${instant} - mod(mod(${instant} - ${origin}, ${length}) + ${length}, ${length})`;
};

/** Returns `intervalStart` of an expression. It computes with integers only, which are exact. */
export const intervalSql = (instant: string, interval: Interval): string => {
  if (interval !== "MONTH") return regularSql(instant, interval);
  const date = `date '1970-01-01' + ((${regularSql(instant, "DAY")}) / ${day})::int`;
  return `(date_trunc('month', (${date})::timestamp)::date - date '1970-01-01')::bigint * ${day}`;
};
