/** Whether a text has so many UTF-8 bytes at most. Counts only what is long enough to need it. */
export const fitsInBytes = (text: string, bytes: number): boolean => {
  if (text.length * 3 <= bytes) return true;
  return text.length <= bytes && new TextEncoder().encode(text).length <= bytes;
};
