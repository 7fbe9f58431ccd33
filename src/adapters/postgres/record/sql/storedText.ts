/**
 * PostgreSQL's text cannot hold U+0000. The six lowest characters are stored as pairs, of which the first is U+0001 or
 * U+0002 and the second U+0003, U+0004 or U+0005: no character then stands for itself and for a half of a pair, so
 * order, equality, beginnings and parts of texts are those of their stored forms.
 */
const pairOf = (character: string): string => {
  const code = character.charCodeAt(0);
  return String.fromCharCode(1 + Math.floor(code / 3), 3 + (code % 3));
};

const characterOf = (pair: string): string =>
  String.fromCharCode((pair.charCodeAt(0) - 1) * 3 + pair.charCodeAt(1) - 3);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const lowest = /[\u0000-\u0005]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const pairs = /[\u0001\u0002][\u0003-\u0005]/g;

/** The form in which a well-formed text is stored, compared and searched. */
export const toStoredText = (text: string): string => text.replace(lowest, pairOf);

/** The text that was stored. */
export const fromStoredText = (stored: string): string =>
  stored.includes("\u0001") || stored.includes("\u0002") ? stored.replace(pairs, characterOf) : stored;
