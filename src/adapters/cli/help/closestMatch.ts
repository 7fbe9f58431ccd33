import { editDistance } from "../../../domain/text/editDistance.ts";

/** Longer words are nobody's slip of the finger, and would take long to compare. */
const maxWordLength = 64;

/** What somebody meant who typed `word`: the closest of these, when a third of its letters at most is wrong; else null. */
export const closestMatch = (word: string, known: ReadonlyArray<string>): string | null => {
  if (word.length > maxWordLength) return null;
  const [best] = known
    .map((each) => ({ each, away: editDistance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ away, each }) => away <= Math.max(1, Math.floor(Math.max(word.length, each.length) / 3)))
    .sort((left, right) => left.away - right.away);
  return best?.each ?? null;
};
