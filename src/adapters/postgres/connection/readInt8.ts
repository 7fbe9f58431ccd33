/** The value of an `int8` in text: a number, or a bigint where a number would be rounded (beyond 2^53). */
export const readInt8 = (text: string): number | bigint => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
};
