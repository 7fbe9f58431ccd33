/** Returns the number that an ASCII decimal without leading zeros states, or null. Numbers above 2^53 - 1 are refused. */
export const decodeDecimal = (text: string): number | null => {
  const value = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
};
