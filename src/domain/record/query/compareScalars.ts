import type { Scalar } from "../value/scalarValue.ts";

/** Ranks surrogates after all other code units, which gives the order of UTF-8. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2800 : unit);

const compareText = (left: string, right: string): number => {
  const end = Math.min(left.length, right.length);
  for (let at = 0; at < end; at += 1) {
    const difference = rank(left.charCodeAt(at)) - rank(right.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};

/** Numbers and bigints stay as they are: `<` compares the two kinds exactly; a conversion would round. */
const quantity = (value: Scalar): number | bigint => (typeof value === "bigint" ? value : Number(value));

const compareQuantities = (left: number | bigint, right: number | bigint): number => {
  if (left < right) return -1;
  return left > right ? 1 : 0;
};

/**
 * Compares two values of one type, and returns a negative number, zero or a positive number. Text is ordered by code
 * points, which is the order of its UTF-8 bytes and of no language; false comes before true.
 */
export const compareScalars = (left: Scalar, right: Scalar): number =>
  typeof left === "string" && typeof right === "string"
    ? compareText(left, right)
    : compareQuantities(quantity(left), quantity(right));
