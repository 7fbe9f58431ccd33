/** Returns the median of numbers; NaN if there are none. */
export const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
