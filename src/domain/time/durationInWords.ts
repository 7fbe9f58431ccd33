/** A year is 365 days. */
const units = [
  ["year", 31_536_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1]
] as const;

/** Writes a duration of whole seconds in its two largest units, such as `15 minutes` or `1 day 12 hours`. */
export const durationInWords = (seconds: number): string => {
  let remaining = seconds;
  const parts: Array<string> = [];
  for (const [unit, size] of units) {
    const count = Math.floor(remaining / size);
    remaining -= count * size;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? "" : "s"}`);
  }
  return parts.length === 0 ? "0 seconds" : parts.slice(0, 2).join(" ");
};
