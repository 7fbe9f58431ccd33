import type { Interval } from "../query/Interval.ts";
import { type Instant, toInstant } from "./instant.ts";

const hour = 3_600_000_000n;
const day = 24n * hour;

/** Intervals of one length: how long each is, and when one of them began, in microseconds. */
export const regularIntervals: Readonly<
  Record<Exclude<Interval, "MONTH">, { readonly length: bigint; readonly origin: bigint }>
> = {
  HOUR: { length: hour, origin: 0n },
  DAY: { length: day, origin: 0n },
  // The fifth of January 1970 was a Monday.
  WEEK: { length: 7n * day, origin: 4n * day }
};

const regularStart = (microseconds: bigint, interval: Exclude<Interval, "MONTH">): bigint => {
  const { length, origin } = regularIntervals[interval];
  const since = (microseconds - origin) % length;
  return microseconds - since - (since < 0n ? length : 0n);
};

const monthStart = (microseconds: bigint): bigint => {
  const date = new Date(Number(regularStart(microseconds, "DAY") / 1000n));
  return BigInt(date.setUTCDate(1)) * 1000n;
};

/** When the interval began that an instant lies in, in UTC; both in microseconds since 1970. */
export const intervalStart = (instant: Instant, interval: Interval): Instant => {
  const microseconds = BigInt(instant);
  return toInstant(interval === "MONTH" ? monthStart(microseconds) : regularStart(microseconds, interval));
};
