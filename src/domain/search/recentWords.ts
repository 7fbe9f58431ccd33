import { wordsText } from "./words.ts";

/** The number of texts whose words are remembered. Every subscription and filter looks at the same few records. */
const maxTexts = 256;

const known = new Map<string, string>();

/** Does the same as `wordsText`, and remembers the words of the texts that it saw last. */
export const recentWords = (text: string): string => {
  const before = known.get(text);
  if (before !== undefined) return before;
  const words = wordsText(text);
  const [oldest] = known.keys();
  if (known.size >= maxTexts && oldest !== undefined) known.delete(oldest);
  known.set(text, words);
  return words;
};
