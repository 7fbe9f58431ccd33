const format = new Intl.NumberFormat("en");

/** A number with its thousands apart. */
export const countOf = (count: number): string => format.format(count);
