import { editDistance } from "./editDistance.ts";

/** Longer words are not typing mistakes, and take long to compare. */
const maxWordLength = 64;

/** Returns the known word that `word` is a misspelling of: the closest one, if at most a third of its letters differ; else null. */
export const closestMatch = (word: string, known: ReadonlyArray<string>): string | null => {
  if (word.length > maxWordLength) return null;
  const [best] = known
    .map((each) => ({ each, distance: editDistance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ distance, each }) => distance <= Math.max(1, Math.floor(Math.max(word.length, each.length) / 3)))
    .sort((left, right) => left.distance - right.distance);
  return best?.each ?? null;
};

/** Returns the end of an error message that suggests the known word that `word` is a misspelling of; empty if it is none. */
export const didYouMean = (word: string, known: ReadonlyArray<string>): string => {
  const meant = closestMatch(word, known);
  return meant === null ? "" : `; did you mean ${meant}?`;
};
