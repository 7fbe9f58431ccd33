const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** In bytes. Up to this length, scanning a string is faster than starting a search. */
const shortString = 64;

const nextQuote = (text: Buffer, from: number): number => {
  const near = Math.min(text.length, from + shortString);
  for (let at = from; at < near; at += 1) if (text[at] === quote) return at;
  return text.indexOf(quote, near);
};

/** Returns where a string ends: at the next quote that does not follow an odd number of backslashes. */
const endOfString = (text: Buffer, begin: number): number => {
  for (let end = nextQuote(text, begin + 1); end !== -1; end = nextQuote(text, end + 1)) {
    let before = end;
    while (text[before - 1] === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
};

/**
 * Whether lists and objects in a JSON text are nested more than `levels` deep. Parsing such a text takes many times as long
 * as parsing other texts of its length. Invalid JSON is left to the parser.
 */
export const isDeepJson = (text: Buffer, levels: number): boolean => {
  if (text.length <= levels) return false;
  let level = 0;
  for (let at = 0; at < text.length && level <= levels; at += 1) {
    const byte = text[at];
    if (byte === quote) at = endOfString(text, at);
    else if (byte === openList || byte === openObject) level += 1;
    else if (byte === closeList || byte === closeObject) level -= 1;
  }
  return level > levels;
};
