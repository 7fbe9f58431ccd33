import type { GroupKey } from "./RecordQuery.ts";

type Interval = NonNullable<GroupKey["interval"]>;

const hour = 3_600_000_000;
const day = 24 * hour;

/** Intervals of one length: how long each is, and when one of them began, in microseconds. */
export const regularIntervals: Readonly<
  Record<Exclude<Interval, "MONTH">, { readonly length: number; readonly origin: number }>
> = {
  HOUR: { length: hour, origin: 0 },
  DAY: { length: day, origin: 0 },
  // The fifth of January 1970 was a Monday.
  WEEK: { length: 7 * day, origin: 4 * day }
};

const monthStart = (microseconds: number): number => {
  const date = new Date(Math.floor(microseconds / 1000));
  date.setUTCDate(1);
  return date.setUTCHours(0, 0, 0, 0) * 1000;
};

/** When the interval began that an instant lies in, in UTC; both in microseconds since 1970. */
export const intervalStart = (microseconds: number, interval: Interval): number => {
  if (interval === "MONTH") return monthStart(microseconds);
  const { length, origin } = regularIntervals[interval];
  const since = (microseconds - origin) % length;
  return microseconds - since - (since < 0 ? length : 0);
};
