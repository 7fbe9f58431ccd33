/** An interval in UTC. A week starts on Monday (ISO 8601). */
export type Interval = "HOUR" | "DAY" | "WEEK" | "MONTH";

/** All intervals, shortest first. */
export const intervals: ReadonlyArray<Interval> = ["HOUR", "DAY", "WEEK", "MONTH"];
