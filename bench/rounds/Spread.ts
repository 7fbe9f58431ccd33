import { median } from "./median.ts";

/** The median of some values, and the range that they are in. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Returns the spread of values; all its numbers are NaN if there are none. */
export const spreadOf = (values: ReadonlyArray<number>): Spread => ({
  median: median(values),
  least: values.length === 0 ? Number.NaN : Math.min(...values),
  most: values.length === 0 ? Number.NaN : Math.max(...values)
});

/** Returns the spread of the ratios of a contender to another one, each within one round. */
export const ratiosTo = <Round>(
  own: ReadonlyArray<Round>,
  other: ReadonlyArray<Round>,
  read: (round: Round) => number
): Spread => spreadOf(own.flatMap((round, at) => (other[at] === undefined ? [] : [read(round) / read(other[at])])));

/** Returns a spread as `1.43 (1.38–1.51)`, and an unknown one as an empty text. */
export const spreadText = ({ least, median: middle, most }: Spread, digits = 2): string =>
  Number.isNaN(middle) ? "" : `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
