import type { Needle } from "./parseSearch.ts";

/** Whether a text of words (`wordsText`) satisfies a search. */
export const matchesSearch = (words: string, needles: ReadonlyArray<Needle>): boolean =>
  needles.every((needle) => words.includes(needle));

/** The words of a search: those that must occur, and the beginning of one; null if it has none. */
interface SearchWords {
  readonly complete: ReadonlyArray<string>;
  readonly beginning: string | null;
}

/** Returns the words of a search, each once. */
export const searchWords = (needles: ReadonlyArray<Needle>): SearchWords => {
  const complete = new Set<string>();
  let beginning: string | null = null;
  for (const needle of needles) {
    const words = needle.trim().split(" ");
    if (!needle.endsWith(" ")) beginning = words.pop() ?? null;
    for (const word of words) complete.add(word);
  }
  return { complete: [...complete], beginning };
};

/**
 * Returns the rank of a text of words that satisfies a search: the number of its different words that match. It is greater
 * than the number of words of the search where several words have the beginning that is searched for.
 */
export const searchRank = (words: string, needles: ReadonlyArray<Needle>): number => {
  const { beginning, complete } = searchWords(needles);
  if (beginning === null) return complete.length;
  const others = words.split(" ").filter((word) => word.startsWith(beginning) && !complete.includes(word));
  return complete.length + new Set(others).size;
};
