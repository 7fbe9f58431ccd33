import * as Either from "effect/Either";
import { wordsOf } from "./words.ts";

/** The maximum number of characters of a search, and of its words. */
export const maxSearchLength = 1_000;
export const maxSearchWords = 32;

/**
 * What must be part of the words of a text, as `wordsText` returns them: ` word ` for a word, ` one two ` for words in
 * order, and without the last space if the last word is the beginning of one.
 */
export type Needle = string;

/** Whether a needle is several words in order, which no index of words decides about. */
export const isPhrase = (needle: Needle): boolean => needle.trim().includes(" ");

/** The reason for which a text is no search. */
export type InvalidSearch = "no-words" | "too-long" | "too-many-words";

const quotes = /["“”„＂]/;

const isOpen = (at: number, pieces: ReadonlyArray<string>): boolean => at === pieces.length - 1;

/** The words between an opening quote and its end. Where the end is missing, the phrase is still being typed. */
const phrase = (words: ReadonlyArray<string>, open: boolean): ReadonlyArray<Needle> =>
  words.length === 0 ? [] : [` ${words.join(" ")}${open ? "" : " "}`];

const single = (words: ReadonlyArray<string>, open: boolean): ReadonlyArray<Needle> =>
  words.map((word, at) => (open && at === words.length - 1 ? ` ${word}` : ` ${word} `));

/**
 * Reads a search. All words must occur; the last one may be the beginning of a word, unless it is quoted. Words in quotes
 * must occur in order, one directly after the other; if the last quote is not closed, its last word may be the beginning
 * of one. Each needle is returned once.
 */
export const parseSearch = (search: string): Either.Either<ReadonlyArray<Needle>, InvalidSearch> => {
  if (search.length > maxSearchLength) return Either.left("too-long");
  const pieces = search.split(quotes);
  const words = pieces.map(wordsOf);
  const count = words.reduce((sum, { length }) => sum + length, 0);
  if (count === 0) return Either.left("no-words");
  if (count > maxSearchWords) return Either.left("too-many-words");
  const needles = words.flatMap((some, at) => {
    const open = isOpen(at, pieces);
    return at % 2 === 1 ? phrase(some, open) : single(some, open);
  });
  return Either.right([...new Set(needles)]);
};
