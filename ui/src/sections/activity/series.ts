/** The series of the chart, from the bottom up. */
export const series = [
  { name: "Sign-ins", of: "logins" },
  { name: "Refreshes", of: "refreshes" },
  { name: "Writes", of: "writes" },
  { name: "Other", of: "other" },
  { name: "Failures", of: "failures" }
] as const;
export type SeriesName = (typeof series)[number]["of"];

/** The number of events of each series. */
export type SeriesCounts = Readonly<Record<SeriesName, number>>;

/** Returns the number of events of the series that are not hidden. */
export const totalOf = (counts: SeriesCounts, hidden: ReadonlySet<SeriesName> = new Set()): number =>
  series.reduce((sum, { of }) => (hidden.has(of) ? sum : sum + counts[of]), 0);
