/**
 * Whether a text has at most the given number of UTF-8 bytes. It encodes only texts whose length does not decide it.
 */
export const fitsInBytes = (text: string, bytes: number): boolean => {
  if (text.length * 3 <= bytes) return true;
  return text.length <= bytes && new TextEncoder().encode(text).length <= bytes;
};
