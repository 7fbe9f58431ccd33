/** The highest bound of a count. */
export const maxCountBound = 10_000;
