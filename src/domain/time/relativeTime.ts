const words = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "long" });

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
] as const;

/** From how many seconds on a date says more than a number of days. */
const farAway = 14 * 86_400;

/**
 * Returns a time as people say it ("3 hours ago", "tomorrow"), in milliseconds since 1970; null if it is 14 days or more from now,
 * where a date is clearer.
 */
export const relativeTime = (at: number, now: number): string | null => {
  const seconds = (at - now) / 1000;
  if (Math.abs(seconds) < 10) return "now";
  if (Math.abs(seconds) >= farAway) return null;
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? (["second", 1] as const);
  return words.format(Math.round(seconds / size), unit);
};
