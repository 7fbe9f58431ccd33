/** Returns a text of at most `maxLength` UTF-16 code units. A longer one is cut, but not inside of a character, and ends with an ellipsis. */
export const truncate = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const kept = text.slice(0, maxLength - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
};
