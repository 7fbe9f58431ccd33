const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000]
] as const;

/** Returns a duration of some milliseconds in one unit, such as `3.6 s`. */
export const inUnits = (milliseconds: number): string => {
  const [unit, size] = units.find(([, each]) => milliseconds >= each) ?? (["ms", 1] as const);
  const count = milliseconds / size;
  return `${unit === "ms" || count >= 10 ? Math.round(count) : Number(count.toFixed(1))} ${unit}`;
};
