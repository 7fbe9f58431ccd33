/** Returns the value below which a share of the values is. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5);

export const whole = (value: number): string => Math.round(value).toLocaleString("en");
