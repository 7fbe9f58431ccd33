/** Breaks a text between words into lines of up to `width` characters; a longer word has a line of its own. */
export const wrapText = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};
