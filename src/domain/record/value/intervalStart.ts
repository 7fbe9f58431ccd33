import type { Interval } from "../query/Interval.ts";
import { type Instant, toInstant } from "./instant.ts";

const hour = 3_600_000_000n;
const day = 24n * hour;

/** Intervals of a fixed length: the length, and the start of one of them, in microseconds. */
export const regularIntervals: Readonly<
  Record<Exclude<Interval, "MONTH">, { readonly length: bigint; readonly origin: bigint }>
> = {
  HOUR: { length: hour, origin: 0n },
  DAY: { length: day, origin: 0n },
  // 5 January 1970 was a Monday.
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

/** Returns the start of the interval in UTC that contains an instant. */
export const intervalStart = (instant: Instant, interval: Interval): Instant => {
  const microseconds = BigInt(instant);
  return toInstant(interval === "MONTH" ? monthStart(microseconds) : regularStart(microseconds, interval));
};
