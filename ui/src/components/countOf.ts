const format = new Intl.NumberFormat("en");

/** A number with separators between the thousands. */
export const countOf = (count: number): string => format.format(count);
