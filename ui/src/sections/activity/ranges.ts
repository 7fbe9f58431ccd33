import type { ActivityRange } from "../../api/documents.ts";

/** The ranges of the chart; `value` is the name in the query string. */
export const ranges: ReadonlyArray<{
  readonly value: string;
  readonly name: string;
  readonly label: string;
  readonly range: ActivityRange;
}> = [
  { value: "hour", name: "1 h", label: "Last hour", range: "HOUR" },
  { value: "3-hours", name: "3 h", label: "Last 3 hours", range: "THREE_HOURS" },
  { value: "day", name: "24 h", label: "Last 24 hours", range: "DAY" },
  { value: "week", name: "7 d", label: "Last 7 days", range: "WEEK" },
  { value: "month", name: "30 d", label: "Last 30 days", range: "MONTH" }
];
