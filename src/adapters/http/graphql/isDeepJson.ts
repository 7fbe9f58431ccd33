const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** In bytes: a string up to here is looked through faster than a search is begun. */
const shortString = 64;

const nextQuote = (text: Buffer, from: number): number => {
  const near = Math.min(text.length, from + shortString);
  for (let at = from; at < near; at += 1) if (text[at] === quote) return at;
  return text.indexOf(quote, near);
};

/** Where a string ends that begins at a quote: at the next one that no odd number of backslashes stands before. */
const endOfString = (text: Buffer, begin: number): number => {
  for (let end = nextQuote(text, begin + 1); end !== -1; end = nextQuote(text, end + 1)) {
    let before = end;
    while (text[before - 1] === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
};

/**
 * Whether lists and objects of a JSON text lie within each other more than `levels` deep. To parse such a text takes
 * many times as long as another one of its length; what is no JSON is left to the parser.
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
