/** The series of the chart, from the bottom up. */
export const series = [
  { name: "Sign-ins", of: "logins" },
  { name: "Refreshes", of: "refreshes" },
  { name: "Writes", of: "writes" },
  { name: "Other", of: "other" },
  { name: "Failures", of: "failures" }
] as const;
