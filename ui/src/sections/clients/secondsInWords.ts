const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1]
] as const;

/** A duration in the largest two units that are in it; what null stands for otherwise. */
export const secondsInWords = (seconds: number | null): string => {
  if (seconds === null) return "As for all clients";
  if (!Number.isInteger(seconds) || seconds < 0) return "";
  let rest = seconds;
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? "" : "s"}`];
  });
  return parts.slice(0, 2).join(" ");
};
