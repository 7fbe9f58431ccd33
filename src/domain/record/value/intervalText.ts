import type { Interval } from "../query/Interval.ts";
import type { Instant } from "./instant.ts";

const day = 24 * 3_600_000;

/** A week belongs to the year of its Thursday, and is numbered from the first week of that year (ISO 8601). */
const weekText = (monday: Date): string => {
  const thursday = new Date(monday.getTime() + 3 * day);
  const text = thursday.toISOString();
  const year = text.slice(0, text.indexOf("-", 1));
  const firstDay = new Date(thursday).setUTCMonth(0, 1);
  const week = Math.floor((thursday.getTime() - firstDay) / (7 * day)) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
};

/** The length of the prefix of an ISO 8601 text that names an interval. */
const lengths = { HOUR: "0000-00-00T00:00".length, DAY: "0000-00-00".length, MONTH: "0000-00".length };

/**
 * Returns an interval as ISO 8601 text from its start: `2024-01-31T10:00` (hour), `2024-01-31` (day), `2024-W05`
 * (week), `2024-01` (month). A week before the year 0 has a year of six digits and a sign.
 */
export const intervalText = (start: Instant, interval: Interval): string => {
  const date = new Date(Number(BigInt(start) / 1000n));
  return interval === "WEEK" ? weekText(date) : date.toISOString().slice(0, lengths[interval]);
};
