/**
 * Returns the stored form of one of the six lowest characters, because text in PostgreSQL cannot hold U+0000. It is a pair:
 * first U+0001 or U+0002, then U+0003, U+0004 or U+0005. No character stands both for itself and for half of a pair, so
 * stored texts have the same order, equality, prefixes and parts as the texts themselves.
 */
const pairOf = (character: string): string => {
  const code = character.charCodeAt(0);
  return String.fromCharCode(1 + Math.floor(code / 3), 3 + (code % 3));
};

const characterOf = (pair: string): string =>
  String.fromCharCode((pair.charCodeAt(0) - 1) * 3 + pair.charCodeAt(1) - 3);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const lowest = /[\u0000-\u0005]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const pairs = /[\u0001\u0002][\u0003-\u0005]/g;

/** Returns the form in which a well-formed text is stored, compared and searched. */
export const toStoredText = (text: string): string => text.replace(lowest, pairOf);

/** Returns the text of a stored form. */
export const fromStoredText = (stored: string): string =>
  stored.includes("\u0001") || stored.includes("\u0002") ? stored.replace(pairs, characterOf) : stored;
