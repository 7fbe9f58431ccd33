import { foldWord } from "./foldWord.ts";

/** The number of characters (UTF-16 code units) of a folded word that count. Longer words are cut. */
export const maxWordLength = 64;

/**
 * The number of characters (UTF-16 code units) of a text, and of its words, that count. What is beyond is not searched:
 * PostgreSQL refuses a `tsvector` of more than a megabyte, and finding words takes a tenth of a microsecond per character.
 */
const maxWordsLength = 250_000;

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/**
 * The characters that Unicode allows inside a word, where a search splits it: `l'amour` is two words, and so are the parts
 * of a handle or a domain. Between two digits they stay: `3.14` is one word.
 */
const joiners = /(?<!\p{N})[.:·‧'’ʼ,;_\s]+|[.:·‧'’ʼ,;_\s]+(?!\p{N})/u;

const isSymbol = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const isWord = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** The vowel AM of Thai and Lao, which the dictionaries of these languages know only in one piece. */
const amVowels = /[^\u0E33\u0EB3]+/g;

const compatible = (text: string): string => text.toWellFormed().replace(amVowels, (piece) => piece.normalize("NFKC"));

/** The characters of a folded word that count, without half of a pair at the end. */
const cut = (word: string): string =>
  word.length <= maxWordLength ? word : word.slice(0, maxWordLength).replace(/[\uD800-\uDBFF]$/, "");

const addWords = (segment: string, into: Array<string>): void => {
  for (const part of segment.split(joiners)) {
    if (!isWord.test(part)) continue;
    const word = cut(foldWord(part));
    if (word !== "") into.push(word);
  }
};

/**
 * Returns the words of a text in order, folded: the words of Unicode text segmentation (UAX 29), by dictionary in scripts
 * that write no spaces, and each emoji. Words are split at the characters that join them, except between digits.
 */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  const words: Array<string> = [];
  for (const { segment, isWordLike } of segmenter.segment(compatible(text)))
    if (isWordLike === true || isSymbol.test(segment)) addWords(segment, words);
  return words;
};

/**
 * Returns the words of a text as it is stored and searched: each between spaces, in order, ` my words `. It is empty if the
 * text has no words. No word contains a space.
 */
export const wordsText = (text: string): string => {
  const words = wordsOf(text.length <= maxWordsLength ? text : text.slice(0, maxWordsLength));
  if (words.length === 0) return "";
  const joined = ` ${words.join(" ")} `;
  return joined.length <= maxWordsLength ? joined : joined.slice(0, joined.lastIndexOf(" ", maxWordsLength - 1) + 1);
};
