import { regularIntervals } from "../../../domain/record/intervalStart.ts";
import type { GroupKey } from "../../../domain/record/RecordQuery.ts";

type Interval = NonNullable<GroupKey["interval"]>;

const day = regularIntervals.DAY.length;

/** The same as `intervalStart`, of an expression. */
export const intervalSql = (instant: string, interval: Interval): string => {
  if (interval === "MONTH") {
    const date = `date '1970-01-01' + floor(${instant} / ${day}.0)::int`;
    return `(date_trunc('month', (${date})::timestamp)::date - date '1970-01-01')::bigint * ${day}`;
  }
  const { length, origin } = regularIntervals[interval];
  const since = `mod(mod(${instant} - ${origin}, ${length}) + ${length}, ${length})`;
  return `${instant} - ${since}`;
};
