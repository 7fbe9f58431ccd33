import type { ActivityRange } from "../../api/documents.ts";

/** The ranges of the chart, under the names that the address bar has for them. */
export const ranges: ReadonlyArray<{
  readonly value: string;
  readonly name: string;
  readonly label: string;
  readonly range: ActivityRange;
}> = [
  { value: "hour", name: "1 h", label: "The last hour", range: "HOUR" },
  { value: "3-hours", name: "3 h", label: "The last three hours", range: "THREE_HOURS" },
  { value: "day", name: "24 h", label: "The last day", range: "DAY" },
  { value: "week", name: "7 d", label: "The last week", range: "WEEK" },
  { value: "month", name: "30 d", label: "The last month", range: "MONTH" }
];
