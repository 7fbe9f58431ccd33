const [quote, backslash] = [0x22, 0x5c];
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Where a string ends that begins at a quote: at the next one that no odd number of backslashes stands before. */
const endOfString = (text: Buffer, begin: number): number => {
  for (let end = text.indexOf(quote, begin + 1); end !== -1; end = text.indexOf(quote, end + 1)) {
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
  let level = 0;
  for (let at = 0; at < text.length && level <= levels; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === quote) at = endOfString(text, at);
    else if (opening.has(byte)) level += 1;
    else if (closing.has(byte)) level -= 1;
  }
  return level > levels;
};
