const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1]
] as const;

/** Writes a duration in its two largest units. Null means the default. */
export const secondsInWords = (seconds: number | null): string => {
  if (seconds === null) return "The default applies.";
  if (!Number.isInteger(seconds) || seconds < 0) return "";
  let remaining = seconds;
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(remaining / size);
    remaining -= count * size;
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? "" : "s"}`];
  });
  return parts.slice(0, 2).join(" ");
};
