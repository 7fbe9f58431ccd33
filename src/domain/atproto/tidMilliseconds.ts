const alphabet = "234567abcdefghijklmnopqrstuvwxyz";
const tidPattern = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;

/** Returns the Unix time of a timestamp identifier in milliseconds; null for any other text (AT Protocol, TID). */
export const tidMilliseconds = (text: string): number | null => {
  if (!tidPattern.test(text)) return null;
  let value = 0n;
  for (const character of text) value = (value << 5n) | BigInt(alphabet.indexOf(character));
  return Number((value >> 10n) / 1000n);
};
