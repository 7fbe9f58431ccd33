import type { RetiredWord } from "./retiredWords.ts";

/** One use of a retired word: where it is, and what to write instead. */
export interface Finding {
  readonly line: number;
  readonly column: number;
  readonly word: string;
  readonly instead: string;
}

/** Returns each use of a retired word in a text, in the order of the text. Lines and columns count from 1. */
export const findRetiredWords = (text: string, words: ReadonlyArray<RetiredWord>): ReadonlyArray<Finding> =>
  words
    .flatMap(({ instead, pattern }) =>
      Array.from(text.matchAll(pattern), (match) => ({
        ...positionOf(text, match.index),
        word: match[0].replace(/\s+(?:\*|\/\/)?\s*/gu, " "),
        instead
      }))
    )
    .sort((a, b) => a.line - b.line || a.column - b.column);

const positionOf = (text: string, index: number) => {
  const before = text.slice(0, index);
  return { line: before.split("\n").length, column: index - before.lastIndexOf("\n") };
};
