/** A span of time in UTC; a week begins on Monday (ISO 8601). */
export type Interval = "HOUR" | "DAY" | "WEEK" | "MONTH";

/** The smallest first. */
export const intervals: ReadonlyArray<Interval> = ["HOUR", "DAY", "WEEK", "MONTH"];
